import type { Queryable } from '@kushi/db/connect'
import { customer } from '@kushi/db/schema/customer'
import { person_sign } from '@kushi/db/schema/person'
import { isRow } from '@kushi/db/shop-scope'
import type { SignKind } from '@kushi/values/person'
import { sql } from 'drizzle-orm'
import type { Context } from '../../context.ts'
import { refundLimit, tryLimit } from '../../foundation/limit/index.ts'
import { type HashedSign, hashedSigns, type SignContext } from './internal/hashed-signs.ts'
import type { PersonAddress } from './rules/signs-of.ts'

type PersonContext = SignContext & Pick<Context, 'customer_id' | 'clock' | 'settings' | 'ip'> & { db: Queryable }

/** Another account, and by what it is recognised. */
export interface AccountMatch {
  customer_id: number
  kinds: SignKind[]
}

export interface SamePerson {
  /** Of the same person. */
  certain: AccountMatch[]
  /** Perhaps: the family, a neighbour, or a second account under another name. */
  possible: AccountMatch[]
}

/** A house with more accounts than this says nothing: an apartment building, a dormitory. */
const MAX_IN_HOUSE = 5

/**
 * The other accounts of a member, in one look-up by an index. `to`: where the order goes; null: not known yet. Nothing is
 * told to a guest, who could ask for anybody; to a member who asked for many persons, nothing is certain any more.
 */
export async function findSamePerson(ctx: PersonContext, to: PersonAddress | null): Promise<SamePerson> {
  const { db, shop_id, customer_id } = ctx
  if (customer_id === null) return { certain: [], possible: [] }
  const [member] = await db
    .select()
    .from(customer)
    .where(isRow(customer, { shop_id, id: customer_id }))
  if (!member) return { certain: [], possible: [] }
  const own = hashedSigns(ctx, member, to)
  const strong = new Set(own.filter(({ is_strong }) => is_strong).flatMap(({ signs }) => signs))
  const isTold = await mayAsk(ctx, own)
  const found = await query(ctx, own)
  const house = new Set(found.filter(({ kind }) => kind === 'place').map((row) => row.customer_id))
  const told = found.filter(({ kind }) => kind !== 'place' || house.size <= MAX_IN_HOUSE)
  const accounts = [...Map.groupBy(told, (row) => row.customer_id)].map(([id, rows]) => ({
    customer_id: id,
    kinds: [...new Set(rows.map(({ kind }) => kind))],
    is_certain: isTold && rows.some(({ sign }) => strong.has(sign)),
  }))
  const of = (isCertain: boolean) => accounts.filter(({ is_certain }) => is_certain === isCertain)
  return { certain: of(true), possible: of(false) }
}

/**
 * Counts the distinct persons that an account and an address ask for. First the count, then whether this one was asked
 * for before, so that many at once can't pass.
 */
async function mayAsk(ctx: PersonContext, own: readonly HashedSign[]): Promise<boolean> {
  const who = { account: String(ctx.customer_id), address: ctx.ip }
  const person = own.flatMap(({ is_strong, signs }) => (is_strong ? [signs[0]!] : [])).toSorted()
  if (!(await tryLimit(ctx, 'person', who))) return false
  const isNew = await tryLimit(ctx, 'person_asked', { account: [who.account, who.address, ...person].join('\n') })
  if (!isNew) await refundLimit(ctx, 'person', who)
  return true
}

interface FoundSign extends Record<string, unknown> {
  customer_id: number
  kind: SignKind
  sign: string
}

/** In one trip; of a house only as many rows as are needed to see that it says nothing. */
async function query({ db, shop_id, customer_id }: PersonContext, own: readonly HashedSign[]): Promise<FoundSign[]> {
  const among = (isPlace: boolean, limit: number) => {
    const signs = own.filter(({ kind }) => (kind === 'place') === isPlace).flatMap((one) => one.signs)
    return sql`(select ${person_sign.customer_id}, ${person_sign.kind}, ${person_sign.sign} from ${person_sign}
      where ${person_sign.shop_id} = ${shop_id} and ${person_sign.sign} = any(${sql.param(signs)}::text[])
        and ${person_sign.customer_id} <> ${customer_id} limit ${limit})`
  }
  const { rows } = await db.execute<FoundSign>(
    sql`${among(false, 100)} union all ${among(true, 2 * (MAX_IN_HOUSE + 1))}`,
  )
  return rows.map((row) => ({ ...row, customer_id: Number(row.customer_id) }))
}
