import startTestServer from '@kushi/db/testing-server'

const stop = await startTestServer()
const { createWorld } = await import('./world.ts')
const { moves } = await import('./moves/index.ts')
const { Random } = await import('./random.ts')
const steps = [
  { move: 'office makes a promotion', seed: 145982517 },
  { move: 'buy', seed: 1338017101 },
  { move: 'parcels leave', seed: 1666312766 },
  { move: 'desk 荷物の戻りを記録', seed: 559225396 },
  { move: 'desk 返金', seed: 583858260 },
]
const world = await createWorld(63028)
for (const s of steps) {
  world.begin({ seed: s.seed })
  console.log(await moves.get(s.move)!.run(world, new Random(s.seed)))
  console.log(JSON.stringify(world.said.slice(-2)))
  await world.pass(60_000)
}
console.log(
  await world
    .rows(
      `select order_no, status, payment_total, subtotal, promotion_discount from orders where shop_id=2 order by id desc limit 1`,
    )
    .catch((e) => String(e)),
)
console.log(await world.rows(`select * from order_credit where shop_id = 2 order by id desc limit 3`))
console.log(
  await world
    .rows(`select * from order_credit_item where shop_id = 2 order by credit_id desc limit 6`)
    .catch((e) => String(e)),
)
console.log(
  await world.rows(
    `select state, amount, captured_amount, credited_amount, refunded_amount, repaid_amount from payment where shop_id=2 order by id desc limit 1`,
  ),
)
console.log(
  await world.rows(
    `select id, product_sku_id, quantity, set_sku_id, gift_promotion_id, price from order_item where shop_id=2 order by id desc limit 4`,
  ),
)
await stop()
process.exit(0)
