import { reservedAndTakenOfPaidy } from '@kushi/adapters/testing/paidy'
import { type PaymentMethodId, paymentMethod } from '@kushi/values/payment-method'
import type { PayingProvider, SettlementColumn } from '@kushi/values/settlement'
import type { World } from './world.ts'

/** Yen that each simulator holds for the shop, by our number. */
export async function theirBooks({
  gateway,
  amazon,
  paypay,
  paidy,
  wallets,
  sandbox,
}: World): Promise<Map<string, number>> {
  const sums = new Map<string, number>()
  const add = (no: string, yen: number) => sums.set(no, (sums.get(no) ?? 0) + yen)
  for (const one of await gateway.transactions())
    if (one.status === 'SALES' || one.status === 'CAPTURE') add(one.order_id, one.amount)
  // A refund counts from its beginning; Amazon needs a while for it.
  const refunds = (await amazon.refunds()).filter(({ status }) => status.state !== 'Declined')
  for (const { chargeId, captured, merchantMetadata } of await amazon.charges()) {
    const back = refunds.filter((one) => one.chargeId === chargeId).reduce((sum, { amount }) => sum + amount, 0)
    if (captured > 0) add(merchantMetadata.merchantReferenceId ?? '', captured - back)
  }
  for (const { orderId, status, amount } of await gateway.konbiniRecords())
    if (status === 'PAYSUCCESS') add(orderId, amount)
  for (const { orderId, transfers } of await gateway.ganbRecords())
    for (const { amount } of transfers) add(orderId, amount)
  for (const { merchantPaymentId, captured, refunds } of await paypay.payments()) {
    const back = refunds.filter(({ status }) => status === 'REFUNDED').reduce((sum, { amount }) => sum + amount, 0)
    if (captured > 0) add(merchantPaymentId, captured - back)
  }
  for (const one of await paidy.payments())
    if (one.captures.length > 0) add(one.order.order_ref, reservedAndTakenOfPaidy(one).taken)
  for (const { orderId, status, amount } of await wallets.orders())
    if (status === 'SALES' || status === 'CAPTURE') add(orderId, amount)
  for (const provider of ['np', 'gmo-deferred']) {
    const { transactions } = (await (await fetch(`${sandbox.url}/sandbox/${provider}/transactions.json`)).json()) as {
      transactions: { shop_transaction_id: string; billed_amount: number; is_cancelled: boolean; is_shipped: boolean }[]
    }
    // What NP registers again after a 一部返品 has the next number of the same order.
    for (const one of transactions)
      if (one.is_shipped && !one.is_cancelled) add(one.shop_transaction_id.replace(/-R\d+$/, ''), one.billed_amount)
  }
  return sums
}

/** What a provider or a carrier sends of what it pays, and what then arrives at the bank. */
export interface SettlementFile {
  provider: PayingProvider
  heads: string[]
  lines: (string | number)[][]
  columns: Partial<Record<SettlementColumn, string>>
  net: number
}

/** The files that the providers send for what changed on their books since the last ones. */
export async function settlementFiles(world: World): Promise<SettlementFile[]> {
  const books = await theirBooks(world)
  const found = await world.rows<{ no: string; method: PaymentMethodId; order_no: string; sold: number }>(
    `select p.provider_order_id as no, p.payment_method_id as method, o.order_no, p.captured_amount as sold from payment p
       join orders o on o.shop_id = p.shop_id and o.id = p.order_id
     where p.shop_id = 2 and p.payment_method_id is not null and p.captured_amount > 0 order by p.id`,
  )
  const lines = new Map<PayingProvider, [order_no: string, amount: number, fee: number, kind: string][]>()
  for (const { no, method, order_no, sold } of found) {
    const provider = paymentMethod(method).provider as PayingProvider
    const key = `${provider} ${no}`
    const before = world.settled[key] ?? { sold: 0, back: 0 }
    const back = sold - (books.get(no) ?? 0)
    const own = lines.get(provider) ?? []
    lines.set(provider, own)
    // Of 銀行振込 more may have come since.
    if (sold > before.sold) own.push([order_no, sold - before.sold, Math.floor((sold - before.sold) * 0.03), ''])
    if (back > before.back) own.push([order_no, before.back - back, 0, '返金'])
    world.settled[key] = { sold, back: Math.max(back, before.back) }
  }
  return [...lines]
    .filter(([, own]) => own.length > 0)
    .map(([provider, own]): SettlementFile => {
      const heads = ['番号', '金額', '手数料', '区分'].map((head) => `${provider}の${head}`)
      const [order_ref, amount, fee, kind] = heads as [string, string, string, string]
      const net = own.reduce((sum, [, yen, kept]) => sum + yen - kept, 0)
      return { provider, heads, lines: own, columns: { order_ref, amount, fee, kind }, net }
    })
}

/** What a closed month gives out. */
export async function closedMonth(world: World, month: string): Promise<string> {
  const { data } = await world.admin('manager', 'GET /admin/v1/accounting/months/{month}', { params: { month } })
  const { sums, prepaid_balance, is_closed } = data as unknown as {
    sums: unknown
    prepaid_balance: unknown
    is_closed: unknown
  }
  const entries = await world.rows(
    `select day::text, kind, tax_rate, sum(amount) as amount, sum(tax) as tax from ledger_entry
     where shop_id = 2 and day >= $1::date and day < $1::date + interval '1 month' group by 1, 2, 3 order by 1, 2, 3`,
    [month],
  )
  return JSON.stringify({ is_closed, sums, prepaid_balance, entries })
}
