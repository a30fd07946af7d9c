import type { Yen } from './yen.ts'

/** The gift wrapping, のし and message card that a shop offers; each name occurs once. Fees in yen, tax included. */
export interface WrappingOffer {
  wraps: { wrapping_name: string; wrapping_fee: Yen }[]
  /** `noshi_words`: 表書き to choose from. `has_name`: a name can be written on it (名入れ). */
  noshi: { wrapping_name: string; wrapping_fee: Yen; noshi_words: string[]; has_name: boolean }[]
  /** null: no card. */
  card_fee: Yen | null
}

/** The wrapping options that a customer chose. */
export interface WrappingChoice {
  wrap: string | null
  noshi: { wrapping_name: string; noshi_text: string; name_on: string } | null
  /** The text of the card. */
  message_card: string | null
}

/** The chosen wrapping options of an order, each with its fee in yen on the day of the order. */
export interface Wrapping {
  wrap: { wrapping_name: string; wrapping_fee: Yen } | null
  noshi: { wrapping_name: string; wrapping_fee: Yen; noshi_text: string; name_on: string } | null
  message_card: { card_text: string; wrapping_fee: Yen } | null
}

export const MESSAGE_CARD_LABEL = 'メッセージカード'

/** Letters of 名入れ, and of a card. */
export const MAX_NAME_ON_LENGTH = 20
export const MAX_CARD_TEXT_LENGTH = 200
/** Maximum number of lines on a message card, and the characters of each line. */
export const MAX_CARD_LINES = 15
const CARD_LINE = 16

/** Returns how many lines a text takes on the message card. */
export const countCardLines = (text: string): number =>
  text.split('\n').reduce((sum, line) => sum + Math.max(1, Math.ceil([...line].length / CARD_LINE)), 0)

/** Whether the shop offers any wrapping, のし or message card. */
export const isWrappingOffered = ({ wraps, noshi, card_fee }: WrappingOffer): boolean =>
  wraps.length > 0 || noshi.length > 0 || card_fee !== null

/** Returns the sum of the fees in yen; 0 for an order without wrapping. */
export const wrappingFee = (wrapping: Wrapping | null): Yen =>
  (wrapping?.wrap?.wrapping_fee ?? 0) +
  (wrapping?.noshi?.wrapping_fee ?? 0) +
  (wrapping?.message_card?.wrapping_fee ?? 0)

/** Returns the choice without its fees. */
export const toWrappingChoice = (wrapping: Wrapping | null): WrappingChoice | null =>
  wrapping && {
    wrap: wrapping.wrap?.wrapping_name ?? null,
    noshi: wrapping.noshi && {
      wrapping_name: wrapping.noshi.wrapping_name,
      noshi_text: wrapping.noshi.noshi_text,
      name_on: wrapping.noshi.name_on,
    },
    message_card: wrapping.message_card?.card_text ?? null,
  }

/** Each part with its label, ready to show. */
export const wrappingLines = (wrapping: Wrapping | null): { label: string; text: string }[] =>
  wrapping === null
    ? []
    : [
        ...(wrapping.wrap ? [{ label: 'ギフト包装', text: wrapping.wrap.wrapping_name }] : []),
        ...(wrapping.noshi
          ? [
              {
                label: 'のし',
                text: [
                  wrapping.noshi.wrapping_name,
                  wrapping.noshi.noshi_text,
                  ...(wrapping.noshi.name_on === '' ? [] : [`お名入れ: ${wrapping.noshi.name_on}`]),
                ].join(' / '),
              },
            ]
          : []),
        ...(wrapping.message_card ? [{ label: MESSAGE_CARD_LABEL, text: wrapping.message_card.card_text }] : []),
      ]

/** A problem with a choice, to be shown beside the field of that part. */
export interface WrappingFailure {
  path: keyof Wrapping
  message: string
}

/**
 * Adds the fees to a choice, and returns the problems of parts that can't be chosen. A part that the order already has
 * (`kept`) keeps its fee, even if the shop no longer offers it. `wrapping` is null if nothing is chosen or a part has
 * a problem.
 */
export function priceWrapping(
  offer: WrappingOffer,
  choice: WrappingChoice | null,
  kept: Wrapping | null = null,
): { wrapping: Wrapping | null; failures: WrappingFailure[] } {
  const { wrap, noshi, message_card } = choice ?? { wrap: null, noshi: null, message_card: null }
  if (wrap === null && noshi === null && message_card === null) return { wrapping: null, failures: [] }
  const parts = {
    wrap: wrap === null ? null : wrapOf(offer, wrap, kept?.wrap ?? null),
    noshi: noshi && noshiOf(offer, noshi, kept?.noshi ?? null),
    message_card: message_card === null ? null : cardOf(offer, message_card, kept?.message_card ?? null),
  }
  const failures = (Object.keys(parts) as (keyof Wrapping)[]).flatMap((path) => {
    const part = parts[path]
    return typeof part === 'string' ? [{ path, message: part }] : []
  })
  return { wrapping: failures.length > 0 ? null : (parts as Wrapping), failures }
}

// Each part, or why it can't be had.

function wrapOf({ wraps }: WrappingOffer, name: string, kept: Wrapping['wrap']): Wrapping['wrap'] | string {
  if (kept?.wrapping_name === name) return kept
  return wraps.find(({ wrapping_name }) => wrapping_name === name) ?? 'ギフト包装を選び直してください。'
}

function noshiOf(
  { noshi }: WrappingOffer,
  { wrapping_name, noshi_text, ...typed }: NonNullable<WrappingChoice['noshi']>,
  kept: Wrapping['noshi'],
): Wrapping['noshi'] | string {
  const name_on = typed.name_on.trim()
  const same = kept?.wrapping_name === wrapping_name ? kept : null
  if (same?.noshi_text === noshi_text && same.name_on === name_on) return same
  const kind = noshi.find((one) => one.wrapping_name === wrapping_name)
  if (!kind?.noshi_words.includes(noshi_text)) return 'のしと表書きを選び直してください。'
  if (name_on !== '' && !kind.has_name) return 'こののしには、お名入れができません。'
  return { wrapping_name, wrapping_fee: (same ?? kind).wrapping_fee, noshi_text, name_on }
}

function cardOf(
  { card_fee }: WrappingOffer,
  typed: string,
  kept: Wrapping['message_card'],
): Wrapping['message_card'] | string {
  const card_text = typed.trim()
  const wrapping_fee = kept?.wrapping_fee ?? card_fee
  if (wrapping_fee === null) return 'メッセージカードは承れません。'
  return { card_text, wrapping_fee }
}
