! SPDX-License-Identifier: MIT OR Apache-2.0
! Behind "contains": counts and names what does not hold, at the rank where it does not.
  subroutine check(holds, what)
    logical, intent(in) :: holds
    character(len=*), intent(in) :: what
    if (holds) return
    failures = failures + 1
    print '(a, i0, 2a)', 'rank ', rank, ': not so: ', what
  end subroutine
