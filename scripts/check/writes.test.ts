import { expect, test } from 'vitest'
import { checkWrites } from './writes.ts'

const owners = new Map([
  ['orders', { owner: 'order' }],
  ['outbox', { owner: 'message', writers: { bulk: 'takes its own back' } }],
])

/** Whether a file of this feature may contain this text. */
function isRight(feature: string, text: string): boolean {
  const source = { text, imports: [] }
  return (
    checkWrites(new Map([[`packages/shop/src/sales/${feature}/internal/some-handler.ts`, source]]), owners).length === 0
  )
}

test.each([
  ['order', 'await tx.update(orders).set({ status })', true],
  ['cart', 'await tx.update(orders).set({ status })', false],
  ['cart', 'await tx\n  .with(noted)\n  .insert(orders)\n  .values(row)', false],
  ['cart', 'await ctx.db.delete(orders).where(mine)', false],
  ['cart', 'await updateRows(\n  tx,\n  orders, shop_id, rows)', false],
  ['cart', `import { orders as theirs } from '@kushi/db/schema/order'\nawait tx.insert(theirs).values(row)`, false],
  ['cart', 'const table = orders\nawait tx.delete(table)', false],
  ['cart', 'await tx.execute(sql`update orders set status = 1`)', false],
  ['cart', `await tx.execute(sql\`INSERT INTO \${orders} (id) values (1)\`)`, false],
  // Which table it is can't be read.
  ['cart', 'for (const table of all) await tx.delete(table).where(mine)', false],
  ['cart', `await tx.execute(sql\`delete from \${table}\`)`, false],
  // No owner.
  ['message', 'await tx.insert(outbox).values(row)', true],
  ['message', 'await tx.insert(client).values(row)', false],
  // Reads, other calls of these names, comments.
  ['cart', `await tx.select().from(orders).for('update')`, true],
  ['cart', `kept.delete(key)\nhash.update(text)\nsql\`for update skip locked\``, true],
  ['cart', '/** Never `tx.update(orders)`. */', true],
  // Its job.
  ['membership', 'for (const table of all) await tx.delete(table).where(mine)', true],
  // Named with its reason, for this feature only.
  ['bulk', 'await tx.delete(outbox).where(mine)', true],
  ['cart', 'await tx.delete(outbox).where(mine)', false],
])('%s: %s', (feature, text, right) => {
  expect(isRight(feature, text)).toBe(right)
})
