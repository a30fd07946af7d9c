import type { Party } from '@kushi/contract/address'
import { customer } from '@kushi/db/schema/customer'
import { orders } from '@kushi/db/schema/order'
import { refersToCondition } from '@kushi/db/shop-scope'
import { normalizeEmail } from '@kushi/values/email'
import { MOVED_NON_MEMBER_KIND_NAME } from '@kushi/values/move-in'
import { ERASED_NAME } from '@kushi/values/privacy-request'
import { formatYen } from '@kushi/values/yen'
import { and, eq, inArray } from 'drizzle-orm'
import type { AdminContext } from '../../../foundation/admin/index.ts'
import type { KnownRecords } from '../rules/known-records.ts'
import { nonMemberKindOfRow } from '../rules/read-member.ts'
import { parseOrderStatus } from '../rules/read-order.ts'
import { findNonMember } from '../rules/read-owner.ts'
import { parseMemberNo, parseMovedParty } from '../rules/read-party.ts'
import type { ImportedRow } from '../rules/row-reader.ts'

/** Members, addresses and orders stay as they are here: only a 定期便 is still to come, and follows a newer file. */
const STAYS = '当店の内容のままにします。'
const nothing = new Set<string>()

/**
 * Compares rows with the members that an earlier move imported under the same numbers. Notes differences; the imported
 * members stay as they are. A number of somebody else is an error.
 */
export async function compareMovedMembers(_: AdminContext, rows: readonly ImportedRow[], known: KnownRecords) {
  for (const { foreign_no, readers } of rows) {
    const reader = readers[0]!
    const non_member = known.non_members.get(foreign_no)
    if (non_member && !non_member.was_member && nonMemberKindOfRow(reader) === null) {
      known.refused_members.add(foreign_no)
      reader.fault(
        '会員番号',
        `会員番号「${foreign_no}」の注文は、前に${MOVED_NON_MEMBER_KIND_NAME[non_member.moved_as]}の注文として取り込みました。移行を取り消してから、会員のファイルとともに取り込んでください。`,
      )
    }
    const ours = known.members.get(foreign_no)
    if (!ours) continue
    const copy = reader.copy()
    const theirs = {
      email: normalizeEmail(copy.text('メールアドレス')),
      gmo_id: copy.text('GMO会員ID') || null,
      party: parseMovedParty(copy),
    }
    if (!isSamePerson(ours, theirs)) {
      known.strangers.add(foreign_no)
      reader.fault(
        '会員番号',
        `会員番号「${foreign_no}」は、前に「${known.former_system}」から取り込んだ別の会員の番号です。別のシステムの番号なら、移行元に別の名前を付けてください。`,
      )
      continue
    }
    known.members_here.add(foreign_no)
    const different = [
      ours.email !== theirs.email && 'メールアドレス',
      theirs.gmo_id !== null && theirs.gmo_id !== ours.gmo_id && 'GMO会員ID',
      ...(copy.isGood ? partyDifferences(ours.party, theirs.party) : []),
    ].filter((one) => one !== false)
    if (different.length > 0) reader.note('', `前に取り込んだ会員と違います(${different.join('、')})。${STAYS}`)
  }
  return nothing
}

interface Identified {
  email: string
  gmo_id: string | null
  party: Party
}

/** A person changes one of these fields, rarely all of them. */
const isSamePerson = (ours: Identified, theirs: Identified): boolean =>
  ours.email === theirs.email ||
  (ours.gmo_id !== null && ours.gmo_id === theirs.gmo_id) ||
  (ours.party.phone_number !== '' && ours.party.phone_number === theirs.party.phone_number) ||
  (nameOf(ours.party) === nameOf(theirs.party) && postcodeOf(ours.party) === postcodeOf(theirs.party))

const nameOf = ({ name01, name02 }: Party) => `${name01}${name02}`.replace(/\s/g, '')
const postcodeOf = ({ postal_code01, postal_code02 }: Party) => postal_code01 + postal_code02
const addressOf = ({ pref_id, addr01, addr02, addr03, ...party }: Party) =>
  [postcodeOf(party as Party), pref_id, addr01, addr02, addr03].join()

/** Returns which of name (氏名), address (住所) and phone number (電話番号) differ. */
export const partyDifferences = (ours: Party, theirs: Party): string[] =>
  [
    nameOf(ours) !== nameOf(theirs) && '氏名',
    addressOf(ours) !== addressOf(theirs) && '住所',
    ours.phone_number !== theirs.phone_number && '電話番号',
  ].filter((one) => one !== false)

/**
 * Compares rows with the addresses that an earlier move imported. Notes differences; the imported addresses stay as
 * they are.
 */
export async function compareMovedAddresses(_: AdminContext, rows: readonly ImportedRow[], known: KnownRecords) {
  for (const { foreign_no, readers } of rows) {
    const reader = readers[0]!
    const ours = known.addresses.get(foreign_no)
    const copy = reader.copy()
    if (!ours || parseMemberNo(copy, known) !== ours.member_no) {
      if (ours) reader.fault('会員番号', `お届け先「${foreign_no}」は、前に別の会員のお届け先として取り込みました。`)
      continue
    }
    const different = partyDifferences(ours.party, parseMovedParty(copy))
    if (copy.isGood && different.length > 0)
      reader.note('', `前に取り込んだお届け先と違います(${different.join('、')})。${STAYS}`)
  }
  return nothing
}

/**
 * Compares status and total of rows with the orders that an earlier move imported. Notes differences; the imported
 * orders stay as they are.
 */
export async function compareMovedOrders(
  { db, shop_id }: AdminContext,
  rows: readonly ImportedRow[],
  known: KnownRecords,
) {
  if (rows.length === 0) return nothing
  const ids = rows.map(({ id }) => id)
  const found = await db
    .select({
      id: orders.id,
      status: orders.status,
      payment_total: orders.payment_total,
      name01: orders.name01,
      customer_id: orders.customer_id,
      moved_as: customer.moved_as,
    })
    .from(orders)
    .innerJoin(customer, refersToCondition(orders.customer_id, customer))
    .where(and(eq(orders.shop_id, shop_id), inArray(orders.id, ids)))
  const byId = new Map(found.map((one) => [one.id, one]))
  for (const { id, readers } of rows) {
    const reader = readers[0]!
    const ours = byId.get(id)
    if (!ours) continue
    const non_member = ours.moved_as === 'guest' ? findNonMember(reader, known) : null
    // A new row of a guest whose data was erased is about a person of whom nothing is known.
    if (non_member && non_member.email !== '' && ours.name01 !== ERASED_NAME)
      known.guests.set(non_member.email, ours.customer_id)
    const who = reader.copy()
    // Nothing is known any more of a member who has left.
    if (known.members.has(parseMemberNo(who, known)) && !who.isGood) {
      for (const { head, message } of who.problems) reader.fault(head, message)
      continue
    }
    const total = reader.copy().whole('合計')
    const status = parseOrderStatus(reader.text('状態'))
    const different = [
      status && status !== ours.status && `状態 ${reader.text('状態')}`,
      total !== null && total !== ours.payment_total && `合計 ${formatYen(total)}`,
    ].filter(Boolean)
    if (different.length > 0) reader.note('', `前に取り込んだ注文と違います(${different.join('、')})。${STAYS}`)
  }
  return nothing
}
