import { customer } from '@kushi/db/schema/customer'
import { person_sign } from '@kushi/db/schema/person'
import { sameRowCondition } from '@kushi/db/shop-scope'
import type { IdentitySignKind } from '@kushi/values/person'
import { sql } from 'drizzle-orm'
import type { QueryContext } from '../../context.ts'
import { releaseLimitUse, tryLimit } from '../../foundation/limit/index.ts'
import { type HashedPersonSign, hashPersonSigns, type PersonSignContext } from './internal/hashed-signs.ts'
import type { PersonAddress } from './rules/signs-of.ts'

type PersonContext = PersonSignContext & Pick<QueryContext, 'db' | 'customer_id' | 'clock' | 'settings' | 'ip'>

/** Another account, and the kinds of signs by which it was recognised. */
export interface AccountMatch {
  customer_id: number
  kinds: IdentitySignKind[]
}

/** Accounts that belong to the same person, certainly or possibly. */
export interface SamePersonAccounts {
  /** Accounts that certainly belong to the same person. */
  certain: AccountMatch[]
  /** Perhaps: the family, a neighbour, or a second account under another name. */
  possible: AccountMatch[]
}

/** A house with more accounts than this says nothing: an apartment building, a dormitory. */
const MAX_IN_HOUSE = 5

/**
 * Finds other accounts of the same person as the calling member. `to`: destination of the order; null: not known yet.
 * Empty for a guest, who could probe anybody. Over the rate limit, all matches are only possible ones.
 */
export async function findAccountsOfSamePerson(
  ctx: PersonContext,
  to: PersonAddress | null,
): Promise<SamePersonAccounts> {
  const { db, shop_id, customer_id } = ctx
  if (customer_id === null) return { certain: [], possible: [] }
  const [member] = await db
    .select()
    .from(customer)
    .where(sameRowCondition(customer, { shop_id, id: customer_id }))
  if (!member) return { certain: [], possible: [] }
  const own = hashPersonSigns(ctx, member, to)
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
async function mayAsk(ctx: PersonContext, own: readonly HashedPersonSign[]): Promise<boolean> {
  const who = { account: String(ctx.customer_id), address: ctx.ip }
  const person = own.flatMap(({ is_strong, signs }) => (is_strong ? [signs[0]!] : [])).toSorted()
  if (!(await tryLimit(ctx, 'person', who))) return false
  const isNew = await tryLimit(ctx, 'person_asked', { account: [who.account, who.address, ...person].join('\n') })
  if (!isNew) await releaseLimitUse(ctx, 'person', who)
  return true
}

interface FoundSign extends Record<string, unknown> {
  customer_id: number
  kind: IdentitySignKind
  sign: string
}

/** In one trip; of a house only as many rows as are needed to see that it says nothing. */
async function query(
  { db, shop_id, customer_id }: PersonContext,
  own: readonly HashedPersonSign[],
): Promise<FoundSign[]> {
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
