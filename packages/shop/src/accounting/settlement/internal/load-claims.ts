import { collectingCarrierSql } from '@kushi/db/collecting-carrier'
import type { Queryable } from '@kushi/db/connect'
import { orders } from '@kushi/db/schema/order'
import { payment } from '@kushi/db/schema/payment'
import { PAYMENT_METHODS } from '@kushi/values/payment-method'
import type { PayingProvider } from '@kushi/values/settlement'
import { sql } from 'drizzle-orm'
import type { PaymentClaim } from '../rules/judge-line.ts'

// Contains no parameters, so that queries can group by it.
const ofMethod = sql.raw(
  PAYMENT_METHODS.flatMap(({ id, provider }) => (provider === null ? [] : `when ${id} then '${provider}'`)).join(' '),
)

/**
 * SQL of the provider that pays out a payment, by its account. Old payments have no account and are told by their
 * payment method. For 代引 it is the carrier of the parcel.
 */
export const payingProviderSql = sql<PayingProvider | null>`case when ${payment.payment_method_id} is null
  then ${collectingCarrierSql(sql`${payment.shop_id}`, sql`${payment.order_id}`)}
  else coalesce(split_part(${payment.account}, ' ', 1),
    case ${payment.payment_method_id} ${ofMethod} end) end`

/** The most that the provider owes (yen): also 代引 that its carrier has not reported as delivered yet. */
const capturedOf = sql<number>`case when ${payment.payment_method_id} is null and ${payment.state} = 'authorised'
  then ${payment.amount} else ${payment.captured_amount} end`

/** The provider's own number, as the index `payment_provider_no` has it. */
const providerNo = sql.raw(
  `coalesce(p.reference ->> 'charge_id', p.reference ->> 'np_transaction_id', p.reference ->> 'gmo_transaction_id', p.reference ->> 'tran_id')`,
)

const texts = (values: Iterable<string>) => sql`${sql.param([...new Set(values)])}::text[]`

interface Refs {
  order_refs: readonly string[]
  provider_ref: string
  tracking_no: string
}

/**
 * Finds the payment that a line is about: by our number at the provider, the order, the provider's number or the
 * parcel.
 */
export type FindPaymentClaim = (line: Refs) => PaymentClaim | null

/** Locks and loads the payments that these lines may be about. */
export async function loadPaymentClaims(
  tx: Queryable,
  shop_id: number,
  lines: readonly Refs[],
): Promise<FindPaymentClaim> {
  const own = lines.flatMap(({ order_refs }) => order_refs)
  const theirs = lines.flatMap(({ provider_ref }) => (provider_ref === '' ? [] : [provider_ref]))
  const parcels = lines.flatMap(({ tracking_no }) => (tracking_no === '' ? [] : [tracking_no]))
  // A refund at Amazon Pay has a number of its own that begins like the charge's.
  const permissions = new Map(theirs.filter((one) => /-R\w+$/.test(one)).map((one) => [one.replace(/-R\w+$/, ''), one]))
  const found = sql`
    select p.id as payment_id, p.provider_order_id as ref, 1 as rank from ${payment} p
      where p.shop_id = ${shop_id} and p.provider_order_id = any(${texts(own)})
    union all select p.id, o.order_no, 2 from ${orders} o join ${payment} p on p.shop_id = ${shop_id} and p.order_id = o.id
      where o.shop_id = ${shop_id} and o.order_no = any(${texts(own)})
    union all select p.id, w.ref, 3 from unnest(${texts(theirs)}) w(ref) join ${payment} p on p.shop_id = ${shop_id}
      and p.captured_amount > 0 and ${providerNo} = w.ref
    union all select p.id, w.ref, 5 from unnest(${texts(permissions.keys())}) w(ref) join ${payment} p on p.shop_id = ${shop_id}
      and p.captured_amount > 0 and ${providerNo} ^@ (w.ref || '-C')
    union all select p.id, s.tracking_no, 4 from shipment s join ${payment} p on p.shop_id = ${shop_id} and p.order_id = s.order_id
      where s.shop_id = ${shop_id} and s.tracking_no = any(${texts(parcels)})`
  const { rows } = await tx.execute<{ payment_id: number; ref: string; rank: number }>(found)
  if (rows.length === 0) return () => null
  const claims = await lockPaymentClaims(tx, shop_id, [...new Set(rows.map(({ payment_id }) => Number(payment_id)))])
  const byRef = new Map<string, { claim: PaymentClaim; rank: number }[]>()
  for (const { payment_id, ref, rank } of rows) {
    const claim = claims.get(Number(payment_id))!
    byRef.set(ref, [...(byRef.get(ref) ?? []), { claim, rank }])
  }
  /** The payment that was captured; of several, the newest. */
  const best = (ref: string, ranks: readonly number[]) =>
    (byRef.get(ref) ?? [])
      .filter(({ rank }) => ranks.includes(rank))
      .sort(
        (a, b) =>
          Number(b.claim.captured_amount > 0) - Number(a.claim.captured_amount > 0) ||
          b.claim.payment_id - a.claim.payment_id,
      )[0]?.claim ?? null
  /** The one of a permission's charges that has a refund to settle. */
  const refunded = (ref: string) => {
    const open = (byRef.get(ref.replace(/-R\w+$/, '')) ?? []).filter(
      ({ rank, claim }) => rank === 5 && claim.refunded_amount > claim.settled_refund,
    )
    return open.length === 1 ? open[0]!.claim : null
  }
  return ({ order_refs, provider_ref, tracking_no }) => {
    for (const ref of order_refs) {
      const claim = best(ref, [1]) ?? best(ref, [2])
      if (claim) return claim
    }
    return best(provider_ref, [3]) ?? refunded(provider_ref) ?? best(tracking_no, [4])
  }
}

/** Locks these payments until the transaction ends, and returns them by id. */
export async function lockPaymentClaims(
  tx: Queryable,
  shop_id: number,
  ids: readonly number[],
): Promise<Map<number, PaymentClaim>> {
  const { rows } = await tx.execute<Record<keyof PaymentClaim, never>>(sql`
    select ${payment.id} as payment_id, ${payment.order_id}, ${payment.payment_method_id}, ${payingProviderSql} as provider,
      ${capturedOf} as captured_amount, ${payment.refunded_amount}, ${payment.settled_amount}, ${payment.settled_refund}
    from ${payment} where ${payment.shop_id} = ${shop_id} and ${payment.id} = any(${sql.param([...ids])}::bigint[])
    order by ${payment.id} for update`)
  return new Map(
    rows.map((row) => {
      const claim = { ...row, payment_id: Number(row.payment_id), order_id: Number(row.order_id) } as PaymentClaim
      return [claim.payment_id, claim]
    }),
  )
}
