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
  labels: { products: 1, lacking: [], without_kind: 0 },
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
  [{ confirmations: null }, 'confirmation'],
  [{ confirmations: { products: 0, lacking: [] } }, 'confirmation'],
  [{ confirmations: { products: 1, lacking: ['しずく 撤回・解除: 電話番号がありません'] } }, 'confirmation'],
] satisfies [Partial<OpeningFacts>, string][])('%o keeps it closed', (lack, step) => {
  expect(open({ ...ready, ...lack })).toEqual([step])
})

test('a label that lacks something is named, and keeps no shop closed', () => {
  const of = (labels: OpeningFacts['labels']) => {
    const steps = openingSteps({ ...ready, labels })
    expect(steps.some(({ is_required, is_done }) => is_required && !is_done)).toBe(false)
    return steps.find(({ step }) => step === 'label')!
  }
  expect(of({ products: 1, lacking: [], without_kind: 0 }).is_done).toBe(true)
  expect(of({ products: 0, lacking: [], without_kind: 0 }).found).toEqual(['表示中の商品がまだありません。'])
  const many = Array.from({ length: 12 }, (_, n) => `商品${n}: 製造販売業者がありません。`)
  const { is_done, found } = of({ products: 15, lacking: many, without_kind: 3 })
  expect(is_done).toBe(false)
  expect(found.slice(0, 10)).toEqual(many.slice(0, 10))
  expect(found.slice(10)).toEqual([
    'ほか2点に、足りない項目があります。',
    '表示の種類を選んでいない商品が3点あります。',
  ])
})
