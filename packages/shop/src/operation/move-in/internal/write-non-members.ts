import type { Tx } from '@kushi/db/connect'
import { customer } from '@kushi/db/schema/customer'
import type { QueryContext } from '../../../context.ts'
import { unreachableEmail } from '../../../messaging/message/index.ts'
import { storePersonSigns } from '../../../people/person/index.ts'
import type { KnownRecords } from '../rules/known-records.ts'
import type { MovedOrder } from '../rules/read-order.ts'
import { guestNumberOfOrder, type NonMember } from '../rules/read-owner.ts'
import { insertRowsAsText, recordImportedNumbers, reserveIds } from './write-rows.ts'

/**
 * Writes whoever placed these orders and is no member, as a member who has left: nobody can log in, and only the orders
 * say who it was. Returns their ids by the position of the order; one who is here already is not written again.
 */
export async function insertNonMembers(
  tx: Tx,
  ctx: QueryContext,
  orders: readonly MovedOrder[],
  { non_members, guests, former_system }: KnownRecords,
): Promise<Map<number, number>> {
  const { shop_id } = ctx
  const idOf = ({ member_no, email }: NonMember) =>
    member_no === '' ? guests.get(email) : non_members.get(member_no)?.id
  const theirs = orders.flatMap((order, n) => (order.non_member ? { n, order, non_member: order.non_member } : []))
  const persons = Map.groupBy(theirs, ({ order, non_member: { member_no, email } }) =>
    member_no === '' ? (email === '' ? `order ${order.foreign_no}` : `email ${email}`) : `member ${member_no}`,
  )
  const fresh = [...persons.values()].filter(([first]) => !idOf(first!.non_member))
  const ids = await reserveIds(tx, 'customer', fresh.length)
  const rows = fresh.map(([first], n) => {
    const { created_at, party } = first!.order
    return {
      ...unnamed,
      id: ids[n]!,
      shop_id,
      email: unreachableEmail(ids[n]!),
      pref_id: party.pref_id,
      moved_as: first!.non_member.moved_as,
      created_at,
      withdrawn_at: created_at,
    }
  })
  await insertRowsAsText(tx, customer, rows)
  const numbers = fresh.map(([first], n) => ({
    foreign_no: first!.non_member.member_no || guestNumberOfOrder(first!.order.foreign_no),
    id: ids[n]!,
  }))
  await recordImportedNumbers(tx, ctx, { former_system, kind: 'member' }, numbers)
  for (const [n, [first]] of fresh.entries()) {
    const { member_no, email, moved_as } = first!.non_member
    if (member_no !== '') non_members.set(member_no, { id: ids[n]!, moved_as, was_member: false })
    else if (email !== '') guests.set(email, ids[n]!)
  }
  const madeNow = new Map(fresh.flatMap((all, n) => all.map((one) => [one.n, ids[n]!] as const)))
  const owners = new Map(theirs.map(({ n, non_member }) => [n, madeNow.get(n) ?? idOf(non_member)!]))
  // The e-mail stays only as a sign of the person; those of the address are read from the orders.
  const signs = theirs.flatMap(({ n, non_member: { member_no, email } }) =>
    email === '' || non_members.get(member_no)?.was_member
      ? []
      : { customer_id: owners.get(n)!, account: { ...unnamed, email, line_id: null }, to: unnamed },
  )
  await storePersonSigns(tx, ctx, signs)
  return owners
}

const unnamed = {
  name01: '',
  name02: '',
  kana01: '',
  kana02: '',
  postal_code01: '',
  postal_code02: '',
  addr01: '',
  addr02: '',
  addr03: '',
  phone_number: '',
}
