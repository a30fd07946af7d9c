interface FieldWords {
  label: string
  hint?: string
  /** In 操作履歴 and in the API's document, if no field of that name has them yet. */
  title?: string
  description?: string
}

/**
 * A text field of a block. `line` and `lines`: text that customers read. `address`: the target of a link. `most`: the
 * maximum number of characters. `promising`: placeholders (差し込み) are allowed.
 */
export interface TextField extends FieldWords {
  input: 'line' | 'lines' | 'address'
  most: number
  is_needed?: true
  promising?: true
}

/**
 * A field that holds a list of rows, each with the same text fields. `most`: the maximum number of rows. `one`: the
 * name of a single row.
 */
export interface RowsField extends FieldWords {
  input: 'rows'
  one: string
  most: number
  of: Readonly<Record<string, TextField>>
}

/** A picture, whose words are the field `image_alt`, or a category of goods (its slug; empty: all). */
interface ChosenField extends FieldWords {
  input: 'picture' | 'category'
}

export type BlockField = TextField | RowsField | ChosenField
export type BlockFields = Readonly<Record<string, BlockField>>

type FieldValue<F> = F extends { input: 'rows'; of: infer R extends Readonly<Record<string, TextField>> }
  ? { [name in keyof R]: string }[]
  : F extends { input: 'picture' }
    ? string | null
    : string

/** The values of a block's fields, by field name. */
export type BlockValues<F extends BlockFields> = { -readonly [name in keyof F]: FieldValue<F[name]> }

/** 部品の種類: all that is known of one kind of block; how it looks is a file of the storefront's `blocks`. */
export interface BlockKind<K extends string, F extends BlockFields> {
  kind: K
  /** The name that operators choose it by. */
  name: string
  /** The only pages that can have the block; absent: all. */
  of?: 'landing_page'
  /** The screen where the shop enters the contents of the block, and the part of them that is shown. */
  source?: { path: string; name: string; shown: string }
  fields: F
}

/** Declares a kind of block and keeps the exact types of its fields. */
export const defineBlockKind = <const K extends string, const F extends BlockFields>(kind: BlockKind<K, F>) => kind

/** The field of a block's heading. */
export const HEADING_FIELDS = {
  title: { input: 'lines', label: '見出し', most: 60, title: '題名' },
} as const satisfies BlockFields

/** The field of a block's text. */
export const TEXT_FIELDS = {
  text: {
    input: 'lines',
    label: '文章',
    hint: '空の行で段落が分かれます。',
    most: 2_000,
    promising: true,
    title: '文章',
    description: 'Ready to show.',
  },
} as const satisfies BlockFields

/** The fields of a block's picture and its description. */
export const PICTURE_FIELDS = {
  image_path: { input: 'picture', label: '写真' },
  image_alt: {
    input: 'line',
    label: '写真の説明',
    most: 200,
    title: '写真の説明',
    description: 'What the picture shows.',
  },
} as const satisfies BlockFields

/** The fields of a block's link: target and label. */
export const LINK_FIELDS = {
  link_to: {
    input: 'address',
    label: 'リンク先',
    hint: '/products/detail/1 や https://… 。申し込みページでは #order で、お申し込みの欄へ。空けるとリンクは出ません。',
    most: 300,
    title: 'リンク先',
    description:
      'Of this shop (`/products`), of another place (`https://…`) or, on a landing page, `#order`; empty: it leads nowhere.',
  },
  link_label: {
    input: 'line',
    label: 'リンクの言葉',
    most: 40,
    title: 'リンクの言葉',
    description: 'What the link says.',
  },
} as const satisfies BlockFields
