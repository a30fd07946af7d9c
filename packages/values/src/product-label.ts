/** Kinds of product labels (商品の表示). `none`: only the ingredients are shown. */
export const LABEL_KIND_NAME = {
  none: 'なし',
  cosmetic: '化粧品',
  quasi_drug: '医薬部外品',
  food: '食品',
  goods: '雑貨',
} as const
export type LabelKind = keyof typeof LABEL_KIND_NAME
export const LABEL_KINDS = Object.keys(LABEL_KIND_NAME) as LabelKind[]

/** The texts that only a label has, in the order of a page, with the most letters of each; each is a column of the product. */
export const LABEL_MAX_LENGTHS = {
  label_name: 100,
  label_allergens: 500,
  label_expiry: 200,
  label_storage: 500,
  label_cautions: 3_000,
  label_maker: 200,
  label_origin: 60,
} as const
export type LabelField = keyof typeof LABEL_MAX_LENGTHS
export const labelFields = Object.keys(LABEL_MAX_LENGTHS) as LabelField[]

const beauty = {
  label_expiry: '使用期限',
  label_cautions: '使用上の注意',
  label_maker: '製造販売業者',
  label_origin: '原産国',
}

/** The heading of each text of a kind. A text without a heading does not belong to that kind. */
export const LABEL_HEADING: Record<LabelKind, { ingredients: string } & Partial<Record<LabelField, string>>> = {
  none: { ingredients: '成分・素材' },
  cosmetic: { ingredients: '全成分', ...beauty },
  quasi_drug: { ingredients: '有効成分・その他の成分', ...beauty },
  food: {
    label_name: '名称',
    ingredients: '原材料名',
    label_allergens: 'アレルゲン',
    label_expiry: '賞味期限の目安',
    label_storage: '保存方法',
    label_maker: '製造者',
    label_origin: '原産国',
  },
  goods: { ingredients: '素材', label_cautions: '取り扱いの注意', label_maker: '製造者', label_origin: '原産国' },
}

/**
 * Fields that no product must fill: a cosmetic that keeps for three years has no date, and goods made in Japan name no
 * country.
 */
const OPTIONAL: Record<LabelKind, readonly LabelField[]> = {
  none: [],
  cosmetic: ['label_expiry', 'label_origin'],
  quasi_drug: ['label_expiry', 'label_origin'],
  food: ['label_origin'],
  goods: ['label_cautions', 'label_origin'],
}

export type LabelTexts = Record<LabelField | 'ingredients', string> & { label_kind: LabelKind }

/** Whether a label of this kind has the field. */
export const hasLabelField = (kind: LabelKind, field: LabelField): boolean => LABEL_HEADING[kind][field] !== undefined

/** Whether a label of this kind may leave the field empty. */
export const isLabelOptional = (kind: LabelKind, field: LabelField): boolean => OPTIONAL[kind].includes(field)

export interface LabelRow {
  field: LabelField | 'label_kind' | 'ingredients'
  name: string
  text: string
}

/**
 * Returns the rows of a label for the product page, in the order of a label: 区分 or 名称 first, then the ingredients.
 * Empty texts are left out.
 */
export function labelRows(texts: LabelTexts): LabelRow[] {
  const { label_kind } = texts
  const heading = LABEL_HEADING[label_kind]
  const isBeauty = label_kind === 'cosmetic' || label_kind === 'quasi_drug'
  const own = (field: LabelField | 'ingredients'): LabelRow[] =>
    heading[field] !== undefined && texts[field] !== '' ? [{ field, name: heading[field], text: texts[field] }] : []
  return [
    ...(isBeauty ? [{ field: 'label_kind' as const, name: '区分', text: LABEL_KIND_NAME[label_kind] }] : []),
    ...[...labelFields.slice(0, 1), 'ingredients' as const, ...labelFields.slice(1)].flatMap(own),
  ]
}

/** Returns the headings of required texts of the label that are empty. */
export function missingLabelHeadings(texts: LabelTexts): string[] {
  const { label_kind } = texts
  if (label_kind === 'none') return []
  const fields = (['ingredients', ...labelFields] as const).filter(
    (field) => field === 'ingredients' || !isLabelOptional(label_kind, field),
  )
  return fields.flatMap((field) => (texts[field].trim() === '' ? (LABEL_HEADING[label_kind][field] ?? []) : []))
}
