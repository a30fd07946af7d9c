import * as rule from '@kushi/values/field-rule'
import { cardLines, MAX_CARD_LINES, MAX_CARD_TEXT, MAX_NAME_ON, type WrappingChoice } from '@kushi/values/wrapping'
import { optionalLineField, paragraphsField } from './field.ts'

/** What the card's sheet holds: its letters also fit in so many lines. */
const fitsCard: rule.FieldRule = (value) =>
  cardLines(value) <= MAX_CARD_LINES
    ? null
    : { message_id: 'invalid', message: `メッセージは、改行を減らして${MAX_CARD_LINES}行までにしてください。` }

/** 名入れ: one line. */
export const nameOnField = optionalLineField(rule.maxLength('お名入れ', MAX_NAME_ON), rule.registrable('お名入れ'))

/** The text of a message card. */
export const cardField = paragraphsField(
  rule.required('メッセージ'),
  rule.maxLength('メッセージ', MAX_CARD_TEXT),
  fitsCard,
  rule.registrable('メッセージ'),
)

/** ギフト包装・のし・カード in a form. '': none; the card's text counts with `has_card`. */
export interface WrappingDraft {
  wrap: string
  noshi: string
  words: string
  name_on: string
  has_card: boolean
  card: string
}

/** Where a form with this draft as `wrapping` shows what the server refuses. */
export const WRAPPING_NAMES = {
  'wrapping.wrap': 'wrapping.wrap',
  'wrapping.noshi': 'wrapping.noshi',
  'wrapping.noshi.noshi_text': 'wrapping.words',
  'wrapping.noshi.name_on': 'wrapping.name_on',
  'wrapping.message_card': 'wrapping.card',
} as const

/** null: nothing chosen. */
export const writeWrapping = ({ wrap, noshi, words, name_on, has_card, card }: WrappingDraft): WrappingChoice | null =>
  wrap || noshi || has_card
    ? {
        wrap: wrap || null,
        noshi: noshi ? { wrapping_name: noshi, noshi_text: words, name_on } : null,
        message_card: has_card ? card : null,
      }
    : null
