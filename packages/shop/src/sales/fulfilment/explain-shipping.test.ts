import { testDatabase } from '@kushi/db/testing'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { carrierFilesInMemory } from '../../testing/carrier-files.ts'
import { operatorContext } from '../../testing/operator.ts'
import { makeReadCountingDb } from '../../testing/reads.ts'
import { showShippingDesk } from './admin/show-desk.ts'
import { completeShippingBatches } from './internal/advance-batch.ts'
import { shipConfirmedParcels } from './ship-waiting.ts'

const database = await testDatabase()
afterAll(database.close)
const { db, readsOf } = makeReadCountingDb(database)
const ctx = await operatorContext(db, 'manager', { ports: { carrier_file: carrierFilesInMemory() } })

const MANY = 20_000

/** A shop with years of data: today's packing is a handful of its parcels and one of its batches. */
beforeAll(async () => {
  const run = (text: string) => database.pool.query(text)
  await run(`insert into shipping_batch (shop_id, batch_no, status, created_at, updated_at)
    select 2, 'B' || n, case when n > ${MANY / 10 - 2} then 'labelled' else 'completed' end, now(), now()
    from generate_series(1, ${MANY / 10}) n`)
  await run(`insert into orders (shop_id, customer_id, order_no, status, name01, name02, kana01, kana02, postal_code01, postal_code02,
      pref_id, addr01, addr02, phone_number, delivery_id, payment_method_id, subtotal, discount_amount, delivery_fee, payment_fee,
      adjustment_amount, payment_total, tax_total, tax_lines, bundled_flag, created_at)
    select 2, (select min(id) from customer where shop_id = 2), 'X' || n,
      case when n % 2000 = 0 then 'arranged' when n % 10 = 0 then 'payment_error' else 'delivered' end, '', '', '', '', '100', '0001',
      13, '', '', '', 1, 1, 1000, 0, 0, 0, 0, 1000, 91, '[]', true, timestamptz '2026-11-21 12:00+09' - n * interval '2 hours'
    from generate_series(1, ${MANY}) n`)
  await run(`insert into shipment (shop_id, order_id, shipment_no, delivery_id, status, shipping_batch_id, carrier, tracking_no, created_at,
      shipped_at)
    select 2, id, 'X' || id, 1, case when status = 'arranged' then 'packed' else 'received' end,
      (select max(id) from shipping_batch) - case when status = 'arranged' then 0 else 2 + id % 1000 end,
      case when status <> 'arranged' then 'yamato' end, case when status <> 'arranged' then '400000000000' end, created_at,
      case when status <> 'arranged' then created_at end
    from orders where order_no like 'X%'`)
  await run('vacuum analyze')
})

const MOST = 1_000

test.each<[string, () => Promise<unknown>]>([
  ['the end of batches', () => completeShippingBatches(db, ctx)],
  ['the run of what waits for the truck', () => shipConfirmedParcels(ctx)],
  ['the desk', () => showShippingDesk(ctx, {})],
])('%s reads what is under way and no more', async (_, look) => {
  const all = await readsOf(look)
  expect(all.length).toBeGreaterThan(0)
  expect(all.flatMap((reads) => [...reads].filter(([, rows]) => rows > MOST))).toEqual([])
})

test('a batch of which nothing is left to be sent is completed, the other one is not', async () => {
  const { rows } = await database.pool.query(
    `select count(*)::int as open from shipping_batch where shop_id = 2 and status <> 'completed'`,
  )
  expect(rows).toEqual([{ open: 1 }])
})
