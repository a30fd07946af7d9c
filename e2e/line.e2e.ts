import { afterAll, beforeEach, expect } from 'vitest'
import { sql } from './lib/database.ts'
import { inspect } from './lib/inspect.ts'
import { journey, type Visitor } from './lib/journey.ts'
import { consentAs, insideLine, lineIdOf, openInLine, people, setFriendship, setLineRequirement } from './lib/line.ts'
import { memberWith, newMember } from './lib/member.ts'
import { newPerson } from './lib/people.ts'
import { agreeToTerms, fillMemberForm, payCash, toConfirmation } from './lib/purchase.ts'
import { mailTo } from './lib/sandbox.ts'
import { field, guestCart, moveTo } from './lib/shopping.ts'

beforeEach(() => setLineRequirement('optional'))
afterAll(() => setLineRequirement('none'))

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
  'in LINE, friendship required: a guest becomes a friend, registers and is linked; a member is logged in; an inquiry',
  async (visitor) => {
    await setLineRequirement('required')
    const { page, expectProblem } = visitor
    expectProblem(notFriend)
    const person = newPerson()
    await openInLine(page, 'stranger', '/products/detail/15')
    await page.getByRole('button', { name: 'カートに入れる' }).click()
    await page.getByRole('link', { name: 'カートを見る' }).click()
    await page.getByRole('heading', { level: 1, name: 'カート' }).waitFor()
    await page.getByRole('button', { name: 'ご購入手続きへ' }).click()
    await page.waitForURL('**/line-subscribe?next=**')
    await page.getByText('公式アカウントを、LINEの友だちに追加してください').waitFor()
    await inspect(page, 'line-talk-stranger')
    await page.getByRole('button', { name: '友だちに追加する' }).click()
    await page.getByRole('button', { name: '友だち追加', exact: true }).click()
    await page.getByText('友だち追加がお済みです').waitFor()
    await page.getByRole('link', { name: 'ご購入のお手続きを続ける' }).click()
    await fillMemberForm(page, person)
    await payCash(page)
    await agreeToTerms(page)
    await toConfirmation(page)
    expect(await lineIdOf(person.email)).toBe(people.stranger.id)

    await forget(visitor)
    await openInLine(page, 'linked', '/line-login')
    await page.getByRole('heading', { level: 1, name: 'マイページ' }).waitFor()

    await forget(visitor)
    await openInLine(page, 'friend', '/line-contact')
    await page.getByRole('button', { name: 'この内容で問い合わせる' }).click()
    await page.getByText('お問い合わせ内容を入力してください。').waitFor()
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

journey(
  'a phone is led to LINE once; a user who declines stays a guest; a logout also logs out of LINE',
  async ({ page }) => {
    // The page is shown first, says why, and leaves by itself: not before it was looked at. What is held is the call
    // that leaves, because a page whose navigation is held answers nothing.
    await page.goto('products')
    await page.getByText('LINEでログインすると、入力が省けます').waitFor()
    await page.evaluate(() => {
      const { liff } = window as unknown as { liff: { login: (options: object) => void } }
      const { login } = liff
      liff.login = (options) => document.addEventListener('looked', () => login(options), { once: true })
    })
    await inspect(page, 'line-announced')
    await expect
      .poll(() => page.evaluate(() => sessionStorage.getItem('kushi.line-asked')), { timeout: 15_000 })
      .toBe('1')
    await page.evaluate(() => void document.dispatchEvent(new Event('looked')))
    await page.getByRole('button', { name: 'キャンセル' }).click()
    await page.waitForURL('**/sh/products')
    await moveTo(page, 'login')
    await page.getByRole('button', { name: 'LINEでログインする' }).waitFor()
    await inspect(page, 'login-line')
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
)

journey(
  'a new customer logs in to LINE between cart and form; a member links it by mail',
  async ({ page }) => {
    await guestCart(page, { sku: 133 })
    await page.goto('login?next=%2Fnormal-purchase')
    await page.getByRole('button', { name: 'LINEでログインする' }).click()
    await consentAs(page, 'friend')
    await page.getByText('まだ会員アカウントと連携していません').waitFor()
    expect(page.url()).not.toMatch(/code=|state=|liffClientId/)
    await page.getByRole('button', { name: 'ご購入のお手続きに進む' }).click()
    await page.waitForURL('**/normal-purchase')
    await page.getByText('椿 花子さんのLINEで続けています').waitFor()
    await inspect(page, 'line-newcomer')

    const member = await newMember()
    await moveTo(page, 'line-link')
    await page.getByRole('button', { name: '確認のメールを送る' }).waitFor()
    await page.getByLabel('メールアドレス').fill(member.email)
    await inspect(page, 'line-link')
    await page.getByRole('button', { name: '確認のメールを送る' }).click()
    await page.getByText('確認のメールをお送りしました').waitFor()
    await page.goto(/http\S+line-link\/confirm\?token=\S+/.exec((await mailTo(member.email))[0]!.text)![0])
    await page.getByText('LINEと連携しました').waitFor()
    expect(await lineIdOf(member.email)).toBe(people.friend.id)
  },
  { on: ['desktop'] },
)

journey(
  'friendship required: a member on a desktop adds the friend in another tab, links, continues, and unlinks; a blocked account is not a friend',
  async ({ page, device }) => {
    await setLineRequirement('required')
    const member = await memberWith(device, { sku: 133 })
    await page.goto('normal-purchase?loggedIn=true')
    await page.waitForURL('**/line-subscribe?next=**')
    await page.getByRole('button', { name: 'LINEでログインする' }).click()
    await consentAs(page, 'blocked')
    await page.getByRole('button', { name: '追加したので続ける' }).click()
    await page.getByText('友だち追加を確認できませんでした').waitFor()
    await inspect(page, 'line-subscribe-add')
    await setFriendship(people.blocked.id, 'friend')
    await page.getByRole('button', { name: '追加したので続ける' }).click()
    await page.getByRole('button', { name: 'LINEと連携する' }).click()
    await page.getByRole('link', { name: 'ご購入のお手続きを続ける' }).click()
    await page.waitForURL('**/normal-purchase?loggedIn=true')
    expect(await lineIdOf(member.email)).toBe(people.blocked.id)

    await moveTo(page, 'mypage/customer')
    await page.getByText('連携済み').waitFor()
    await page.getByRole('button', { name: 'LINE連携を解除する' }).click()
    await page.getByRole('button', { name: '連携を解除する', exact: true }).click()
    await page.getByText('未連携').waitFor()
    expect(await lineIdOf(member.email)).toBeNull()
  },
  { on: ['desktop'] },
)
