import type { FieldFailure } from '@kushi/contract/failure'
import { messageShopPlaceholders } from '@kushi/values/promise'
import type { MessageKind } from '../internal/placeholders.ts'
import { findPlaceholders } from './fill-text.ts'

interface TextDraft {
  subject: string
  body: string
}

/**
 * Placeholders that a subject may contain. The subject stays in the list of messages after the text is deleted, and
 * roles without personal data can read it. So no name, no link and nothing that a customer wrote.
 */
const IN_SUBJECTS = new Set(['店舗名', 'ご注文番号', '契約番号', '受付番号', '内容'])

/** Returns the placeholders of a subject that are not allowed in subjects. */
export const placeholdersForbiddenInSubject = (subject: string): string[] =>
  findPlaceholders(subject).filter((name) => !IN_SUBJECTS.has(name))

/** Errors for which a text can't be saved: an unknown placeholder, or a missing required one. */
export function messageTextFailures(
  { placeholders, required }: Pick<MessageKind, 'placeholders' | 'required'>,
  typed: TextDraft,
): FieldFailure[] {
  const known = new Set<string>([...placeholders, ...messageShopPlaceholders])
  const unknown = (['subject', 'body'] as const).flatMap((path): FieldFailure[] => {
    const names = findPlaceholders(typed[path])
    const strange = names.filter((name) => !known.has(name))
    const personal = path === 'subject' ? placeholdersForbiddenInSubject(typed.subject) : []
    const message =
      strange.length > 0
        ? `${inBraces(strange)}は、この文章では使えません。使える差し込みから選んでください。`
        : `${inBraces(personal)}は、件名では使えません。お名前などは本文に入れてください。`
    return strange.length + personal.length === 0 ? [] : [{ path, message_id: 'cmn-err-003', message }]
  })
  const written = new Set(findPlaceholders(typed.body))
  const missing = required.filter((name) => !written.has(name))
  if (missing.length === 0 || unknown.some(({ path }) => path === 'body')) return unknown
  const message = `本文に${inBraces(missing)}を入れてください。お客様にお伝えしなければならない内容です。`
  return [...unknown, { path: 'body', message_id: 'cmn-err-001', message }]
}

const inBraces = (names: readonly string[]): string => names.map((name) => `{${name}}`).join('、')
