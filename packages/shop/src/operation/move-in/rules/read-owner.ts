import { isEmail, normalizeEmail } from '@kushi/values/email'
import type { MovedNonMemberKind } from '@kushi/values/move-in'
import type { KnownRecords } from './known-records.ts'
import { parseMemberNo } from './read-party.ts'
import type { RowReader } from './row-reader.ts'

/** A person who placed an order and is no member. Guests without a number are one person per e-mail address. */
export interface NonMember {
  moved_as: MovedNonMemberKind
  member_no: string
  email: string
}

const TAKE: Record<MovedNonMemberKind, string> = {
  guest: '会員番号のない、ゲストの注文です。取り込むには、「ゲストの注文も取り込む」を選んでください。',
  departed: '退会した会員なら、「退会した会員の注文も取り込む」を選んでください。',
}

/** Returns the number under which a guest without a number is stored. */
export const guestNumberOfOrder = (order_no: string) => `ゲスト(注文 ${order_no})`
const GUEST_NO = /^ゲスト\(注文 .*\)$/

/** The longest number of a row that is kept. */
export const MAX_FOREIGN_NUMBER_LENGTH = 100

/** Notes an error for a number that would be taken for that of a guest. */
export function refuseGuestNumber(reader: RowReader, member_no: string): void {
  if (GUEST_NO.test(member_no))
    reader.fault(
      '会員番号',
      '「ゲスト(注文 …)」は、当店がゲストの注文に付ける番号です。ゲストの注文では、会員番号を空にしてください。',
    )
}

/**
 * Returns the owner of an order's row: a member, by number, or a non-member. A number that no member has belongs to a
 * departed member only if the move says so, because it may be mistyped.
 */
export function parseOrderOwner(
  reader: RowReader,
  known: KnownRecords,
): { member_no: string } | { non_member: NonMember } {
  const non_member = findNonMember(reader, known)
  if (non_member === null) return { member_no: parseMemberNo(reader, known) }
  const { moved_as, member_no } = non_member
  refuseGuestNumber(reader, member_no)
  if (member_no.length > MAX_FOREIGN_NUMBER_LENGTH)
    reader.fault('会員番号', `会員番号は${MAX_FOREIGN_NUMBER_LENGTH}文字までで入力してください。`)
  if (known.takes[moved_as]) return { non_member }
  if (moved_as === 'guest') reader.fault('会員番号', TAKE.guest)
  else
    reader.fault(
      '会員番号',
      `会員「${member_no}」がいません。会員のファイルにないか、取り込めない会員です。${TAKE.departed}`,
    )
  return { non_member }
}

/** null: a member's, or of somebody who can't be taken in. */
export function findNonMember(reader: RowReader, known: KnownRecords): NonMember | null {
  const member_no = reader.text('会員番号')
  const typed = normalizeEmail(reader.text('会員メールアドレス'))
  // 「なし」 or 「-」 under many orders is nobody's address.
  const email = isEmail(typed) ? typed : ''
  if (member_no === '') {
    const isKnown = known.member_nos.get(typed) !== undefined || known.refused_members.has(typed)
    return typed !== '' && isKnown ? null : { moved_as: 'guest', member_no, email }
  }
  if (known.members.has(member_no) || known.strangers.has(member_no) || known.refused_members.has(member_no))
    return null
  const before = known.non_members.get(member_no)
  if (before?.id === null) return null
  return { moved_as: before?.moved_as ?? known.left_out_members.get(member_no) ?? 'departed', member_no, email }
}
