import { expect, test } from 'vitest'
import {
  hasLabelField,
  LABEL_KINDS,
  type LabelKind,
  type LabelTexts,
  labelFields,
  labelRows,
  missingLabelHeadings,
} from './product-label.ts'

const texts = (label_kind: LabelKind, more: Partial<LabelTexts> = {}): LabelTexts => ({
  ...(Object.fromEntries(labelFields.map((name) => [name, `${name}の文`])) as Omit<LabelTexts, 'label_kind'>),
  ingredients: '椿油',
  label_kind,
  ...more,
})

test.each<[LabelKind, string[]]>([
  ['none', ['成分・素材']],
  ['cosmetic', ['区分', '全成分', '使用期限', '使用上の注意', '製造販売業者', '原産国']],
  ['quasi_drug', ['区分', '有効成分・その他の成分', '使用期限', '使用上の注意', '製造販売業者', '原産国']],
  ['food', ['名称', '原材料名', 'アレルゲン', '賞味期限の目安', '保存方法', '製造者', '原産国']],
  ['goods', ['素材', '取り扱いの注意', '製造者', '原産国']],
])('the page of %s shows %j', (kind, names) => {
  expect(labelRows(texts(kind)).map(({ name }) => name)).toEqual(names)
})

test('an empty text has no row, and 区分 is the kind', () => {
  expect(labelRows(texts('cosmetic', { label_expiry: '', ingredients: '' })).map(({ text }) => text)).toEqual([
    '化粧品',
    'label_cautionsの文',
    'label_makerの文',
    'label_originの文',
  ])
})

test.each<[LabelKind, string[]]>([
  ['none', []],
  ['cosmetic', ['全成分', '使用上の注意', '製造販売業者']],
  ['quasi_drug', ['有効成分・その他の成分', '使用上の注意', '製造販売業者']],
  ['food', ['原材料名', '名称', 'アレルゲン', '賞味期限の目安', '保存方法', '製造者']],
  ['goods', ['素材', '製造者']],
])('an empty label of %s lacks %j', (kind, names) => {
  const empty = Object.fromEntries([...labelFields, 'ingredients'].map((name) => [name, ' '])) as never
  expect(missingLabelHeadings({ ...(empty as LabelTexts), label_kind: kind })).toEqual(names)
  expect(missingLabelHeadings(texts(kind))).toEqual([])
})

test('what is missing is a field of the kind', () => {
  for (const kind of LABEL_KINDS)
    for (const field of labelFields)
      if (missingLabelHeadings(texts(kind, { [field]: '' })).length > 0) expect(hasLabelField(kind, field)).toBe(true)
})
