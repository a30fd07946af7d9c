import { messageShopPlaceholders } from '@kushi/values/promise'
import { expect, test } from 'vitest'
import { messageTextFailures } from '../rules/check-text.ts'
import { findPlaceholders } from '../rules/fill-text.ts'
import { MESSAGE_GROUPS, MESSAGE_KINDS } from './kinds.ts'

const kinds = Object.entries(MESSAGE_KINDS)

test.each(kinds)('%s: the standard text keeps the rules of its own kind', (_, kind) => {
  expect(messageTextFailures(kind, kind)).toEqual([])
})

test.each(kinds)('%s: what must be said can be said, and nothing is declared that could not be used', (_, kind) => {
  for (const name of kind.required) expect(kind.placeholders).toContain(name)
  expect(new Set(kind.placeholders).size).toBe(kind.placeholders.length)
  const known = [...kind.placeholders, ...messageShopPlaceholders]
  for (const name of findPlaceholders(kind.subject + kind.body)) expect(known).toContain(name)
})

test.each(Object.entries({ ...MESSAGE_GROUPS.ご注文, ...MESSAGE_GROUPS.定期便 }))(
  '%s leads to a page, by a button',
  (_, { body }) => {
    // Of a page's own placeholder the words of the button are a part.
    expect(body).toMatch(/のページ\}|\n[^\n。]+\n\{URL\}/)
  },
)

test('an unknown placeholder is refused beside its field, a missing one in the text', () => {
  const { cart_reminder } = MESSAGE_KINDS
  expect(messageTextFailures(cart_reminder, { subject: '{お客様}', body: cart_reminder.body })).toMatchObject([
    { path: 'subject', message: '{お客様}は、この文章では使えません。使える差し込みから選んでください。' },
  ])
  // The subject stays in the list and is visible to roles without personal data, so it may contain no name and no link.
  expect(
    messageTextFailures(cart_reminder, { subject: '{宛名}、{カートのURL}', body: cart_reminder.body }),
  ).toMatchObject([
    { path: 'subject', message: '{宛名}、{カートのURL}は、件名では使えません。お名前などは本文に入れてください。' },
  ])
  const silent = cart_reminder.body.replace('{配信停止}', '').replace('{署名}', '')
  expect(messageTextFailures(cart_reminder, { subject: 'カート', body: silent })).toMatchObject([
    { path: 'body', message: '本文に{配信停止}、{署名}を入れてください。お客様にお伝えしなければならない内容です。' },
  ])
})
