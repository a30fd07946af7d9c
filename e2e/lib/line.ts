import type { Page } from 'playwright-core'
import { sql } from './database.ts'

/** The LINE simulator's users, by purpose. */
export const people = {
  friend: { id: `U${'1'.repeat(32)}`, name: '椿 花子', friendship: 'friend' },
  stranger: { id: `U${'2'.repeat(32)}`, name: '白石 太郎', friendship: 'none' },
  blocked: { id: `U${'3'.repeat(32)}`, name: '黒田 次郎', friendship: 'blocked' },
  noEmail: { id: `U${'4'.repeat(32)}`, name: '葉月', friendship: 'friend' },
  /** Linked to okinawa@example.com. */
  linked: { id: `U${'5'.repeat(32)}`, name: '宮良 美咲', friendship: 'friend' },
  another: { id: `U${'6'.repeat(32)}`, name: '春日 一', friendship: 'friend' },
} as const
export type PersonKind = keyof typeof people

const LIFF = '2000000001-Tsubakin'
export const insideLine =
  'Mozilla/5.0 (iPhone; CPU iPhone OS 18_5 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Mobile/15E148 Safari Line/15.8.0'

const send = async (method: string, path: string, body: object) => {
  const answer = await fetch(`${process.env.SHOP_URL}/sandbox/${path}`, {
    method,
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(body),
  })
  if (!answer.ok) throw new Error(`${path}: ${await answer.text()}`)
}

/** Sets the shop's LINE level, and resets all users: links, friendships. */
export async function setLineRequirement(level: 'none' | 'optional' | 'required'): Promise<void> {
  await send('PUT', 'line-level', { level })
  await sql(`update customer set line_id = null where line_id like 'U%' and email <> 'okinawa@example.com'`)
  await sql(`update customer set line_id = $1 where email = 'okinawa@example.com'`, people.linked.id)
  await sql('delete from line_friend')
  for (const { id, friendship } of Object.values(people)) await setFriendship(id, friendship)
}

export const setFriendship = (user: string, friendship: string) => send('POST', 'line/friendship', { user, friendship })

/** On LINE's page: selects the user, and whether to add the shop as a friend. */
export async function consentAs(page: Page, kind: PersonKind, addFriend = false): Promise<void> {
  await page.getByRole('heading', { name: 'ログイン' }).waitFor()
  await page.getByRole('radio', { name: new RegExp(people[kind].name) }).check()
  await page.getByRole('checkbox', { name: /友だち追加する/ }).setChecked(addFriend)
  await page.getByRole('button', { name: '許可する' }).click()
}

/** Opens a page of the shop from the chat on the user's phone. */
export async function openInLine(page: Page, kind: PersonKind, path: string): Promise<void> {
  const url = new URL(`${process.env.SHOP_URL}/sandbox/line/liff/${LIFF}${path}`)
  url.searchParams.set('user', people[kind].id)
  await page.goto(url.href)
  // The SDK reads the hash after loading; until then no user is logged in.
  await page.waitForURL(({ hash }) => hash === '')
}

export const lineIdOf = async (email: string) =>
  (await sql<{ line_id: string | null }>('select line_id from customer where email = $1', email))[0]?.line_id
