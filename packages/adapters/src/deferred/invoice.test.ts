import { expect, test } from 'vitest'
import { limitBillRows } from './invoice.ts'

const row = (name: string, variant?: string) => ({
  name,
  price: 100,
  quantity: 1,
  ...(variant !== undefined && { variant }),
})

test.each([
  ['a fee', row('送料'), '送料'],
  ['goods of one kind', row('椿石けん', ''), '椿石けん'],
  ['goods of several kinds', row('シャンプー', 'ゆず / 200mL'), 'シャンプー(ゆず / 200mL)'],
  ['a long name: its end goes, and not the kind', row('長'.repeat(60), 'ゆず'), `${'長'.repeat(46)}(ゆず)`],
  ['a long kind', row('櫛', '長'.repeat(60)), `(${'長'.repeat(49)}`],
  ['a sign of other systems', row('ゆず〜椿', '1〜2回'), 'ゆず～椿(1～2回)'],
])('%s on a bill', (_, given, name) => {
  expect(limitBillRows([given], 11)).toEqual([{ name, price: 100, quantity: 1 }])
})
