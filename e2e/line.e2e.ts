import { afterAll, beforeEach, expect } from 'vitest'
import { sql } from './lib/database.ts'
import { inspect } from './lib/inspect.ts'
import { journey, type Visitor } from './lib/journey.ts'
import { befriend, consentAs, insideLine, lineIdOf, lineIs, openInLine, type PersonKind, people } from './lib/line.ts'
import { logInDevice, newMember } from './lib/member.ts'
import { somebody } from './lib/people.ts'
import { agree, completed, fillMemberForm, order, payCash, toConfirmation } from './lib/purchase.ts'
import { mailTo } from './lib/sandbox.ts'
import { field, putInCart } from './lib/shopping.ts'

beforeEach(() => lineIs('optional'))
afterAll(() => lineIs('none'))

/** Results of a LINE login. */
const outcomes = {
  member: (page: Visitor['page']) => page.getByRole('heading', { level: 1, name: 'マイページ' }).waitFor(),
  unlinked: (page: Visitor['page']) => page.getByText('まだ会員アカウントと連携していません').waitFor(),
  add: (page: Visitor['page']) => page.getByText('公式アカウントを、LINEの友だちに追加してください').waitFor(),
}
/** Results where friendship is required; where it is not, the other journeys cover `unlinked` and `member` too. */
const table: [PersonKind, keyof typeof outcomes][] = [
  ['friend', 'unlinked'],
  ['stranger', 'add'],
  ['blocked', 'add'],
  ['noEmail', 'unlinked'],
  ['linked', 'member'],
]
const notFriend = /^403: POST \/v1\/common\/line-account\/verify/

/** Logs out of LINE and the shop: like a new device, at the cost of one page. */
async function forget({ page, device }: Visitor): Promise<void> {
  await device.clearCookies()
  await page.evaluate(() => {
    localStorage.clear()
    sessionStorage.clear()
  })
}

journey(
  'friendship required: every user logs in on a desktop',
  async (visitor) => {
    await lineIs('required')
    visitor.expectProblem(notFriend)
    const { page } = visitor
    for (const [kind, outcome] of table) {
      await page.goto('login')
      const button = page.getByRole('button', { name: 'LINEでログインする' })
      await button.waitFor()
      if (kind === 'linked') await inspect(page, 'login-line')
      await button.click()
      await consentAs(page, kind)
      await outcomes[outcome](page)
      expect(page.url()).not.toMatch(/code=|state=|liffClientId/)
      if (kind !== 'noEmail') await inspect(page, `line-${kind}`)
      await forget(visitor)
    }
  },
  { on: ['desktop'] },
)

journey(
  'friendship required: every user opens the shop from the chat',
  async (visitor) => {
    await lineIs('required')
    visitor.expectProblem(notFriend)
    const { page } = visitor
    for (const [kind, outcome] of table) {
      await openInLine(page, kind, '/line-login')
      await outcomes[outcome](page)
      if (kind !== 'noEmail') await inspect(page, `line-talk-${kind}`)
      await forget(visitor)
    }
  },
  { on: ['phone'], userAgent: insideLine },
)

journey('with LINE turned off nothing of it is shown', async ({ page }) => {
  await lineIs('none')
  await page.goto('login')
  await page.getByRole('button', { name: 'ログインする' }).waitFor()
  expect(await page.getByRole('main').getByText('LINE').count()).toBe(0)
  await page.goto('line-login')
  await page.waitForURL(/\/sh\/?$/)
})

journey(
  'a phone is led to LINE once; a user who declines stays a guest; a logout also logs out of LINE',
  async ({ page }) => {
    await page.goto('products')
    // The page is shown first, and says why.
    await page.getByText('LINEでログインすると、入力が省けます').waitFor()
    await inspect(page, 'line-announced')
    await page.getByRole('button', { name: 'キャンセル' }).click()
    await page.waitForURL('**/sh/products')
    await page.goto('login')
    await page.getByRole('button', { name: 'LINEでログインする' }).click()
    await consentAs(page, 'linked')
    await page.getByRole('heading', { level: 1, name: 'マイページ' }).waitFor()
    await page.getByRole('button', { name: 'ログアウト' }).click()
    await page.waitForURL('**/login')
    await page.getByRole('button', { name: 'LINEでログインする' }).waitFor()
    expect(await page.evaluate(() => [document.cookie, Object.keys(localStorage).join()])).toEqual([
      '',
      expect.not.stringContaining('liff'),
    ])
  },
  { on: ['phone'] },
)

journey(
  'a new customer logs in to LINE between cart and form',
  async ({ page }) => {
    const person = somebody()
    await putInCart(page, { product: 15 })
    await page.goto('login?next=%2Fnormal-purchase')
    await page.getByRole('button', { name: 'LINEでログインする' }).click()
    await consentAs(page, 'friend')
    await page.getByRole('button', { name: 'ご購入のお手続きに進む' }).click()
    await page.waitForURL('**/normal-purchase')
    await page.getByText('椿 花子さんのLINEで続けています').waitFor()
    await inspect(page, 'line-newcomer')
    await fillMemberForm(page, person)
    await payCash(page)
    await agree(page)
    await toConfirmation(page)
    await order(page)
    await completed(page)
    expect(await lineIdOf(person.email)).toBe(people.friend.id)
  },
  { on: ['desktop'] },
)

journey(
  'the LINE login may wait until checkout, where it identifies a member',
  async ({ page }) => {
    await sql(`update shop set line_login_timing = 'checkout' where id = 2`)
    try {
      await putInCart(page, { product: 15 })
      await page.goto('cart')
      expect(await page.getByText('LINEでログインすると、入力が省けます').count()).toBe(0)
      await page.getByRole('button', { name: 'ご購入手続きへ' }).click()
      await page.getByText('LINEでログインすると、入力が省けます').waitFor()
      await page
        .getByRole('complementary', { name: 'LINEログインのご案内' })
        .getByRole('button', { name: 'LINEで続ける' })
        .click()
      await consentAs(page, 'linked')
      await page.waitForURL('**/normal-purchase?loggedIn=true')
    } finally {
      await sql(`update shop set line_login_timing = 'first_page' where id = 2`)
    }
  },
  { on: ['phone'] },
)

journey(
  'friendship required: a guest becomes a friend in the chat, registers while buying and is linked',
  async ({ page, expectProblem }) => {
    await lineIs('required')
    expectProblem(notFriend)
    const person = somebody()
    await openInLine(page, 'stranger', '/products/detail/15')
    await putInCart(page, { product: 15 })
    await page.goto('cart')
    await page.getByRole('button', { name: 'ご購入手続きへ' }).click()
    await page.waitForURL('**/line-subscribe?next=**')
    await page.getByRole('button', { name: '友だちに追加する' }).click()
    await page.getByRole('button', { name: '友だち追加', exact: true }).click()
    await page.getByText('友だち追加がお済みです').waitFor()
    await inspect(page, 'line-subscribe-done')
    await page.getByRole('link', { name: 'ご購入のお手続きを続ける' }).click()
    await fillMemberForm(page, person)
    await payCash(page)
    await agree(page)
    await inspect(page, 'line-purchase')
    await toConfirmation(page)
    await order(page)
    expect(await completed(page)).not.toBe('')
    expect(await lineIdOf(person.email)).toBe(people.stranger.id)
  },
  { on: ['phone'], userAgent: insideLine },
)

journey(
  'friendship required: a member on a desktop adds the friend in another tab, links, and continues; a blocked account is not a friend',
  async ({ page, device }) => {
    await lineIs('required')
    const member = await newMember()
    await logInDevice(device, member)
    await putInCart(page, { product: 15 })
    await page.goto('normal-purchase?loggedIn=true')
    await page.waitForURL('**/line-subscribe?next=**')
    await inspect(page, 'line-subscribe-login')
    await page.getByRole('button', { name: 'LINEでログインする' }).click()
    await consentAs(page, 'blocked')
    await page.getByRole('button', { name: '追加したので続ける' }).click()
    await page.getByText('友だち追加を確認できませんでした').waitFor()
    await inspect(page, 'line-subscribe-add')
    await befriend(people.blocked.id, 'friend')
    await page.getByRole('button', { name: '追加したので続ける' }).click()
    await page.getByRole('button', { name: 'LINEと連携する' }).click()
    await page.getByRole('link', { name: 'ご購入のお手続きを続ける' }).click()
    await page.waitForURL('**/normal-purchase?loggedIn=true')
    expect(await lineIdOf(member.email)).toBe(people.blocked.id)
  },
  { on: ['desktop'] },
)

journey('a member links from マイページ, and unlinks; another member’s account is rejected', async (visitor) => {
  const { page, device, size } = visitor
  visitor.expectProblem(/^409: POST \/v1\/setting\/line\/social-save-account/)
  const member = await newMember()
  await logInDevice(device, member)
  await page.goto('line-link')
  await page.getByRole('button', { name: 'LINEでログインする' }).click()
  await consentAs(page, 'linked')
  await page.getByRole('button', { name: 'LINEと連携する' }).click()
  await page.getByText('このLINEアカウントは、すでに別の会員様にご利用いただいています').waitFor()
  await inspect(page, 'line-link-refused')
  await page.evaluate(() => localStorage.clear())

  await page.goto('mypage/customer')
  await page.getByRole('link', { name: 'LINEと連携する' }).click()
  await page.getByRole('button', { name: 'LINEでログインする' }).click()
  await consentAs(page, size === 'phone' ? 'friend' : 'another')
  await page.getByRole('button', { name: 'LINEと連携する' }).click()
  await page.getByText('連携済み').waitFor()
  await inspect(page, 'line-linked')
  const linked = (await mailTo(member.email)).filter(({ subject }) => subject.includes('連携しました'))
  expect(linked).toHaveLength(1)
  await page.getByRole('button', { name: 'LINE連携を解除する' }).click()
  await page.getByRole('button', { name: '連携を解除する', exact: true }).click()
  await page.getByText('未連携').waitFor()
  expect(await lineIdOf(member.email)).toBeNull()
})

journey(
  'linking by mail: with the requesting account, once, for an hour',
  async (visitor) => {
    const { page, expectProblem } = visitor
    expectProblem(/^(422|403): POST \/v1\/common\/line-link\/confirm/)
    const member = await newMember()
    const ask = async (email: string) => {
      await page.getByLabel('メールアドレス').fill(email)
      await page.getByRole('button', { name: '確認のメールを送る' }).click()
    }
    const logInToLine = async (kind: PersonKind) => {
      await page.getByRole('button', { name: 'LINEでログインする' }).click()
      await consentAs(page, kind)
    }
    await page.goto('line-link')
    await inspect(page, 'line-link-guest')
    await logInToLine('friend')
    await ask('nobody@example.com')
    await page.getByText('このメールアドレスは登録されていません').waitFor()
    await inspect(page, 'line-link-unknown')
    await ask(member.email)
    await page.getByText('確認のメールをお送りしました').waitFor()
    const url = /http\S+line-link\/confirm\?token=\S+/.exec((await mailTo(member.email))[0]!.text)![0]
    const path = new URL(url).pathname + new URL(url).search

    await forget(visitor)
    await page.goto(path)
    await logInToLine('another')
    await page.getByText('LINEアカウントが異なります').waitFor()
    await inspect(page, 'line-confirm-different')
    await forget(visitor)
    await page.goto(path)
    await logInToLine('friend')
    await page.getByText('LINEと連携しました').waitFor()
    await inspect(page, 'line-confirm')
    expect(await lineIdOf(member.email)).toBe(people.friend.id)
    await page.reload()
    await page.getByText('このURLは使用済みです').waitFor()
    await inspect(page, 'line-confirm-used')

    await page.goto('line-link/confirm')
    await page.getByText('URLが正しくありません').first().waitFor()
    await sql(`update one_time_token set used_at = null, expires_at = created_at where purpose = 'link_line'`)
    await page.goto(path)
    await page.getByText('URLの有効期限が切れています').first().waitFor()
    await page.getByRole('link', { name: 'もう一度連携する' }).waitFor()
  },
  { on: ['desktop'] },
)

journey(
  'an inquiry from the chat',
  async ({ page }) => {
    await openInLine(page, 'friend', '/line-contact')
    await page.getByRole('button', { name: 'この内容で問い合わせる' }).click()
    await page.getByText('お問い合わせ内容は必須です').waitFor()
    await inspect(page, 'line-contact-empty')
    await field(page, 'お問い合わせの種類').selectOption({ index: 1 })
    await field(page, 'お問い合わせ内容').fill('次はいつ届きますか')
    for (const name of [/ご利用規約/, /プライバシーポリシー/]) await page.getByRole('checkbox', { name }).check()
    await page.getByRole('button', { name: 'この内容で問い合わせる' }).click()
    await page.getByRole('heading', { level: 1, name: 'お問い合わせを受け付けました' }).waitFor()
    await inspect(page, 'line-contact-completed')
    await page.getByRole('button', { name: /取り下げる/ }).click()
    await page.getByText('解決済みとして承りました').waitFor()
    const [row] = await sql<{ inquiry_status_id: number; inquiry_type_id: number }>(
      'select inquiry_status_id, inquiry_type_id from inquiry where line_id = $1 order by id desc',
      people.friend.id,
    )
    expect(row).toEqual({ inquiry_status_id: 6, inquiry_type_id: 3 })
  },
  { on: ['phone'], userAgent: insideLine },
)
