import * as rule from '@kushi/values/field-rule'
import {
  countCardLines,
  MAX_CARD_LINES,
  MAX_CARD_TEXT_LENGTH,
  MAX_NAME_ON_LENGTH,
  type WrappingChoice,
} from '@kushi/values/wrapping'
import { optionalLineField, paragraphsField } from './field.ts'

/** The rule for the text of a card: it must fit on the sheet, in letters and in lines. */
const fitsCard: rule.FieldRule = (value) =>
  countCardLines(value) <= MAX_CARD_LINES
    ? null
    : { message_id: 'invalid', message: `メッセージは、改行を減らして${MAX_CARD_LINES}行までにしてください。` }

/** 名入れ: one line. */
export const inscribedNameField = optionalLineField(
  rule.maxLength('お名入れ', MAX_NAME_ON_LENGTH),
  rule.registrable('お名入れ'),
)

/** The text of a message card. */
export const messageCardField = paragraphsField(
  rule.required('メッセージ'),
  rule.maxLength('メッセージ', MAX_CARD_TEXT_LENGTH),
  fitsCard,
  rule.registrable('メッセージ'),
)

/** The gift wrapping, のし and message card in a form. '' means none. The card's text counts only with `has_card`. */
export interface WrappingDraft {
  wrap: string
  noshi: string
  words: string
  name_on: string
  has_card: boolean
  card: string
}

/**
 * Field of the form at which a problem is shown, by the path that the server reports. The form holds the draft as
 * `wrapping`.
 */
export const WRAPPING_FIELD_PATHS = {
  'wrapping.wrap': 'wrapping.wrap',
  'wrapping.noshi': 'wrapping.noshi',
  'wrapping.noshi.noshi_text': 'wrapping.words',
  'wrapping.noshi.name_on': 'wrapping.name_on',
  'wrapping.message_card': 'wrapping.card',
} as const

/** Converts the draft of a form into the choice that is sent; null if nothing is chosen. */
export const wrappingChoiceOfDraft = ({
  wrap,
  noshi,
  words,
  name_on,
  has_card,
  card,
}: WrappingDraft): WrappingChoice | null =>
  wrap || noshi || has_card
    ? {
        wrap: wrap || null,
        noshi: noshi ? { wrapping_name: noshi, noshi_text: words, name_on } : null,
        message_card: has_card ? card : null,
      }
    : null
