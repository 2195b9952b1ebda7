! SPDX-License-Identifier: MIT OR Apache-2.0
! Included after "contains": counts and prints the conditions that do not hold, on their rank.
  subroutine check(holds, what)
    logical, intent(in) :: holds
    character(len=*), intent(in) :: what
    if (holds) return
    failures = failures + 1
    print '(a, i0, 2a)', 'rank ', rank, ': not so: ', what
  end subroutine
