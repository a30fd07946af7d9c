import { testDatabase } from '@kushi/db/testing'
import { afterAll, expect, test } from 'vitest'
import { mailHtml } from '../../../messaging/message/internal/mail-html.ts'
import { type CartReminder, reminderMail } from './reminder-mail.ts'
import { reminderLine } from './write-reminder.ts'

const database = await testDatabase()
afterAll(database.close)

const item = {
  id: 1,
  product_name: '梳き油',
  set_item_name1: null,
  set_item_name2: null,
  quantity: 1,
  subscription: 0,
  price: 1980,
  subtotal: 1980,
  product_image: '',
}
const reminder = {
  seller: {
    shop_name: '椿野',
    company_name: '椿野',
    company_address: '鎌倉',
    email: 'a@example.com',
    phone_number: '0',
  },
  name: '山口 花子',
  expires_on: '2026-12-01',
  is_last: false,
  one_click_url: 'https://shop.example/stop',
  restore_url: 'https://shop.example/cart',
  stop_url: 'https://shop.example/unsubscribe',
  picture: (path: string) => path && `https://shop.example/sh/pictures/${path}-320.webp`,
}
const withPicture = (product_image: string) =>
  ({ ...reminder, items: [{ ...item, product_image }] }) as unknown as CartReminder

test.each([
  ['large/camellia-oil-1', 1],
  ['', 0],
])('a product with the picture %j: so many pictures in mail and LINE: %i', async (path, count) => {
  const { html } = await reminderMail(database.db, withPicture(path), { email: 'hanako@example.com' })
  expect(html).toContain('梳き油')
  expect(html!.match(/<img /g) ?? []).toHaveLength(count)
  const message = await reminderLine(database.db, withPicture(path))
  expect(JSON.stringify(message).match(/"type":"image"/g) ?? []).toHaveLength(count)
})

test('the mail ends with the sender as every other letter', async () => {
  const { html, text } = await reminderMail(database.db, withPicture(''), { email: 'hanako@example.com' })
  const letter = mailHtml({ shop_name: '椿野', text })
  const senderOf = (mail: string) => mail.slice(mail.lastIndexOf('<div style="border-top'))
  expect(senderOf(html!)).toBe(senderOf(letter))
  expect(senderOf(letter)).toContain('お問い合わせ: a@example.com / 0')
})
