import { normalizeEmail } from '@kushi/values/email'
import type { MovedAs } from '@kushi/values/move-in'
import type { KnownRecords } from './known-records.ts'
import { parseMemberNo } from './read-party.ts'
import type { RowReader } from './row-reader.ts'

/** Whoever placed an order and is no member. Without a number, the orders of one e-mail are one guest's. */
export interface NonMember {
  moved_as: MovedAs
  member_no: string
  email: string
}

const TAKE: Record<MovedAs, string> = {
  guest: '会員番号のない、ゲストの注文です。取り込むには、「ゲストの注文も取り込む」を選んでください。',
  departed: '退会した会員なら、「退会した会員の注文も取り込む」を選んでください。',
}

/**
 * Whose order a row is: a member, by number, or nobody's. A number that no member has is that of somebody who left only if
 * the move says so, because it may be mistyped.
 */
export function parseOrderOwner(
  reader: RowReader,
  known: KnownRecords,
): { member_no: string } | { non_member: NonMember } {
  const non_member = findNonMember(reader, known)
  if (non_member === null) return { member_no: parseMemberNo(reader, known) }
  const { moved_as, member_no } = non_member
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
  const email = normalizeEmail(reader.text('会員メールアドレス'))
  if (member_no === '') {
    const isKnown = known.member_nos.get(email) !== undefined || known.refused_members.has(email)
    return email !== '' && isKnown ? null : { moved_as: 'guest', member_no, email }
  }
  if (known.members.has(member_no) || known.strangers.has(member_no) || known.refused_members.has(member_no))
    return null
  const before = known.non_members.get(member_no)
  if (before?.id === null) return null
  return { moved_as: before?.moved_as ?? known.left_out_members.get(member_no) ?? 'departed', member_no, email }
}
