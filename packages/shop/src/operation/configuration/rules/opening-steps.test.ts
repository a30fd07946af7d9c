import { expect, test } from 'vitest'
import { type OpeningFacts, openingSteps } from './opening-steps.ts'

const ready: OpeningFacts = {
  unnamed: [],
  shop_name: 'みどり堂',
  registration_number: '',
  law_missing: [],
  law_wrong: [],
  unwritten: [],
  products: 1,
  deliveries: ['宅配便 660円'],
  payments: ['代金引換'],
  confirmations: { products: 1, lacking: [] },
  line: { is_connected: false, is_used: false },
}
const open = (facts: OpeningFacts) =>
  openingSteps(facts).flatMap(({ step, is_done, is_required }) => (is_required && !is_done ? [step] : []))

test('a shop with everything but LINE can open, also without a T number', () => {
  expect(open(ready)).toEqual([])
  expect(openingSteps(ready)[0]!.found).toContain('登録番号なし(免税事業者として印字します)')
})

test.each([
  [{ unnamed: ['店舗名'] }, 'name'],
  [{ law_missing: null }, 'law'],
  [{ law_wrong: ['送料は全国一律660円です'] }, 'law'],
  [{ law_missing: ['返品の送料'] }, 'law'],
  [{ unwritten: ['ご利用規約'] }, 'policy'],
  [{ products: 0 }, 'product'],
  [{ deliveries: [] }, 'delivery'],
  [{ payments: [] }, 'payment'],
  [{ confirmations: { products: 0, lacking: [] } }, 'confirmation'],
  [{ confirmations: { products: 1, lacking: ['しずく 撤回・解除: 電話番号がありません'] } }, 'confirmation'],
] satisfies [Partial<OpeningFacts>, string][])('%o keeps it closed', (lack, step) => {
  expect(open({ ...ready, ...lack })).toEqual([step])
})
