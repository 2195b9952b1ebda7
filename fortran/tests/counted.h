! SPDX-License-Identifier: MIT OR Apache-2.0
! Included after "contains": compares the counts with the amounts that the program expects, call by call. The program
! has `messages` and `bytes`, each (0:size - 1, 3).
  subroutine forget()
    messages = 0
    bytes = 0
    call HSPLIT_Monitor_reset(m, ierror)
  end subroutine

  ! Messages of some kind (1: point-to-point, 2: collectives, 3: one-sided) to a rank.
  subroutine expect(kind, peer, amount, times)
    integer, intent(in) :: kind, peer, amount, times
    messages(peer, kind) = messages(peer, kind) + times
    bytes(peer, kind) = bytes(peer, kind) + int(amount, int64) * times
  end subroutine

  subroutine to_others(amount, times)
    integer, intent(in) :: amount, times
    integer :: peer
    do peer = 0, size - 1
      if (peer /= rank) call expect(2, peer, amount, times)
    end do
  end subroutine

  subroutine compare(what)
    character(len=*), intent(in) :: what
    integer, parameter :: kinds(3) = [HSPLIT_MONITOR_P2P, HSPLIT_MONITOR_COLLECTIVES, HSPLIT_MONITOR_RMA]
    integer(int64) :: values(0:size - 1)
    integer :: kind
    do kind = 1, 3
      call HSPLIT_Monitor_get(m, ior(HSPLIT_MONITOR_MESSAGES, kinds(kind)), size, values, ierror)
      call check(all(values == messages(:, kind)), what//': messages')
      call HSPLIT_Monitor_get(m, ior(HSPLIT_MONITOR_BYTES, kinds(kind)), size, values, ierror)
      call check(all(values == bytes(:, kind)), what//': bytes')
    end do
    call forget()
  end subroutine
