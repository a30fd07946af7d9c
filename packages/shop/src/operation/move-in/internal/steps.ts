import type { Tx } from '@kushi/db/connect'
import type { moved_row } from '@kushi/db/schema/move-in'
import { normalizeEmail } from '@kushi/values/email'
import type { MovedNonMemberKind, MoveInKind } from '@kushi/values/move-in'
import { SALE_TYPE } from '@kushi/values/product'
import { insertProduct } from '../../../catalogue/product/index.ts'
import type { AdminContext, AdminQueryContext } from '../../../foundation/admin/index.ts'
import { encodeEccubeHash, foreignPasswordCheck } from '../../../people/session/index.ts'
import { addMention, type KnownRecords, mentionedText } from '../rules/known-records.ts'
import { type ForeignPassword, parseMovedMember } from '../rules/read-member.ts'
import { type MovedOrder, parseMovedOrder } from '../rules/read-order.ts'
import type { NonMember } from '../rules/read-owner.ts'
import { type MovedAddress, parseMovedAddress } from '../rules/read-party.ts'
import { type MovedSubscription, parseMovedSubscription } from '../rules/read-subscription.ts'
import { type ImportedRow, parseJapanTime, type RowProblem, type RowReader } from '../rules/row-reader.ts'
import { compareMovedAddresses, compareMovedMembers, compareMovedOrders } from './compare-rows.ts'
import { compareMovedSubscriptions } from './compare-subscriptions.ts'
import { isProductInShop, type MovedProduct, parseMovedProduct } from './read-product.ts'
import { reportProductProblems } from './report-product-problems.ts'
import { type HashedMember, insertMovedAddresses, insertMovedMembers } from './write-members.ts'
import { insertNonMembers } from './write-non-members.ts'
import { insertMovedOrders } from './write-orders.ts'
import { insertMovedSubscriptions } from './write-subscriptions.ts'

/** One kind of rows: how to judge them, remember them for later rows, and write them. */
export interface MoveInStep<T extends { foreign_no: string }> {
  kind: MoveInKind
  /** null: their numbers are not kept, because `isThere` recognises them. */
  moved: typeof moved_row.$inferSelect.kind | null
  /** The shop has it already, from wherever. */
  isThere?(readers: readonly RowReader[], known: KnownRecords): boolean
  /**
   * Says on the readers of rows that an earlier move imported what differs, and does it in a run. Returns the numbers of
   * those that change.
   */
  compare?(
    ctx: AdminContext,
    rows: readonly ImportedRow[],
    known: KnownRecords,
    run: string | null,
  ): Promise<Set<string>>
  /** Sorts the rows when their order in the file has no meaning; the lowest goes first. */
  rank?(reader: RowReader): number
  /** null: left out without being an error. */
  judge(readers: readonly RowReader[], foreign_no: string, known: KnownRecords): T | null
  remember(known: KnownRecords, one: T, id: number): void
  /** Called for rows that stay behind. */
  rememberRefused?(known: KnownRecords, readers: readonly RowReader[], foreign_no: string): void
  /** For an order of no member: the kind of person that it belongs to; null: its member's. */
  movedAs?(one: T): MovedNonMemberKind | null
  write(tx: Tx, ctx: AdminQueryContext, all: readonly T[], known: KnownRecords): Promise<number[]>
}

export const productStep: MoveInStep<MovedProduct> = {
  kind: 'products',
  moved: null,
  isThere: isProductInShop,
  judge(readers, foreign_no, known) {
    const product = parseMovedProduct(readers, foreign_no, known)
    if (product && readers.every((one) => one.isGood)) reportProductProblems(readers, product.input)
    return product
  },
  remember({ skus, slugs }, { input }, id) {
    slugs.add(input.slug)
    for (const { product_code, price, subscription_price, tax_rate, visible, ...sku } of input.skus)
      skus.set(product_code, {
        // Read again from the shop before a row that refers to it is written.
        id: 0,
        product_id: id,
        product_code,
        product_name: input.product_name,
        product_image: '',
        choices: {
          sku_parent_item_name1: input.sku_parent_item_name1,
          set_item_name1: sku.set_item_name1,
          sku_parent_item_name2: input.sku_parent_item_name2,
          set_item_name2: sku.set_item_name2,
        },
        following_price: subscription_price ?? price,
        tax_rate,
        parts: [],
        is_visible: input.visible && visible,
        is_subscribable: input.sale_type !== SALE_TYPE.normal,
        is_yearly: false,
      })
  },
  async write(tx, ctx, all) {
    const ids: number[] = []
    for (const { input } of all) ids.push((await insertProduct(tx, ctx, input)).id)
    return ids
  },
}

const memberId = ({ members }: KnownRecords, no: string): number => {
  const found = members.get(no)
  if (!found?.id) throw new Error(`no member ${no} has moved in`)
  return found.id
}

export const memberStep = (sealedMagic: string | null): MoveInStep<HashedMember> => ({
  kind: 'members',
  moved: 'member',
  write: insertMovedMembers,
  compare: compareMovedMembers,
  judge([reader], foreign_no, known) {
    const member = parseMovedMember(reader!, foreign_no, known)
    if (!member) return null
    const { password, ...rest } = member
    return { ...rest, password_hash: storablePasswordHash(reader!, password, sealedMagic) }
  },
  remember(known, { foreign_no, email, gmo_id, party }, id) {
    known.members.set(foreign_no, { id, email, gmo_id, party })
    known.members_here.add(foreign_no)
    known.emails.add(email)
    known.member_nos.set(email, foreign_no)
    if (gmo_id !== null) known.gmo_ids.add(gmo_id)
  },
  rememberRefused({ refused_members }, [reader], foreign_no) {
    refused_members.add(foreign_no)
    refused_members.add(normalizeEmail(reader!.text('メールアドレス')))
  },
})

const argon2id = /^\$argon2id\$v=19\$m=(\d{1,6}),t=[1-9],p=[1-9]\$[A-Za-z0-9+/]{11,}\$[A-Za-z0-9+/]{22,}$/
/** The most memory of a login in KiB: a login with an unknown e-mail computes such a hash too. */
const mostMemory = 131_072

/** argon2id in PHP's format, within the cost limit of a login. */
const isOurs = (stored: string) => Number(argon2id.exec(stored)?.[1] ?? Number.POSITIVE_INFINITY) <= mostMemory

/**
 * Returns the password hash to store. null: there is none, or no login with it would be possible, which is reported as
 * a note.
 */
export function storablePasswordHash(
  reader: RowReader,
  password: ForeignPassword | null,
  sealedMagic: string | null,
): string | null {
  if (password === null) return null
  const without = (why: string) => {
    reader.note('パスワードハッシュ', `${why}お客様は「パスワードをお忘れの方」から設定します。`)
    return null
  }
  if (password.kind === 'eccube' && sealedMagic === null)
    return without('EC-CUBEのAUTH_MAGICがないため、パスワードを引き継げません。')
  const stored =
    password.kind === 'eccube' ? encodeEccubeHash({ ...password, sealedMagic: sealedMagic! }) : password.stored
  return isOurs(stored) || foreignPasswordCheck(stored)
    ? stored
    : without('パスワードの形式が分からず、引き継げません。')
}

export const addressStep: MoveInStep<MovedAddress> = {
  kind: 'addresses',
  moved: 'address',
  compare: compareMovedAddresses,
  judge: ([reader], foreign_no, known) => parseMovedAddress(reader!, foreign_no, known),
  remember(known, { foreign_no, member_no, party }, id) {
    if (!known.addresses.has(foreign_no))
      known.address_counts.set(member_no, (known.address_counts.get(member_no) ?? 1) + 1)
    known.addresses.set(foreign_no, { id, member_no, party })
  },
  write: (tx, ctx, all, known) =>
    insertMovedAddresses(
      tx,
      ctx,
      all.map((one) => ({ ...one, customer_id: memberId(known, one.member_no) })),
    ),
}

export const subscriptionStep: MoveInStep<MovedSubscription> = {
  kind: 'subscriptions',
  moved: 'subscription',
  judge: parseMovedSubscription,
  compare: compareMovedSubscriptions,
  remember(known, { foreign_no, member_no, cycle }, id) {
    known.subscriptions.set(foreign_no, { id, cycle, member_no, version: 1 })
    known.subscriptions_here.add(foreign_no)
  },
  write: (tx, ctx, all, known) =>
    insertMovedSubscriptions(
      tx,
      ctx,
      all.map((one) => ({ ...one, customer_id: memberId(known, one.member_no) })),
    ),
}

function rememberNonMember(
  { non_members, left_out_members, unnamed }: KnownRecords,
  { member_no, moved_as }: NonMember,
): void {
  if (member_no === '' || non_members.has(member_no)) return
  non_members.set(member_no, { id: 0, moved_as, was_member: false })
  if (!left_out_members.has(member_no)) addMention(unnamed, member_no)
}

/** A note about numbers that the file of members does not have: a mistyped one is among them. null: there are none. */
export function unnamedMembersProblem({ unnamed }: KnownRecords): RowProblem | null {
  if (unnamed.count === 0) return null
  const message = `会員のファイルにない会員番号が${unnamed.count}個あり(${mentionedText(unnamed)})、その注文を退会した会員の注文として取り込みます。番号の間違いがないか、確かめてください。`
  return { row: 1, head: '会員番号', message, is_taken: true }
}

export const orderStep: MoveInStep<MovedOrder> = {
  kind: 'orders',
  moved: 'order',
  // A member's history is ordered by our ids, so older orders have to be written first.
  rank: (reader) => parseJapanTime(reader.text('注文日時'))?.getTime() ?? 0,
  judge: parseMovedOrder,
  compare: compareMovedOrders,
  remember(known, { order_no, non_member, subscription }) {
    known.order_nos.add(order_no)
    if (non_member) rememberNonMember(known, non_member)
    if (subscription) known.ordered_cycles.add(`${subscription.foreign_no}:${subscription.cycle}`)
  },
  movedAs: ({ non_member }) => non_member?.moved_as ?? null,
  async write(tx, ctx, all, known) {
    const non_members = await insertNonMembers(tx, ctx, all, known)
    return insertMovedOrders(
      tx,
      ctx,
      all.map((one, n) => ({
        ...one,
        customer_id: non_members.get(n) ?? memberId(known, one.member_no),
        subscription_id: (one.subscription && known.subscriptions.get(one.subscription.foreign_no)?.id) ?? null,
      })),
    )
  },
}
