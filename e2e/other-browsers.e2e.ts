import { expect, test } from 'vitest'
import { ordersOf } from './lib/database.ts'
import { newMember } from './lib/member.ts'
import { type OtherBrowser, openFirefox, openWebKit } from './lib/other-browser.ts'

const { FIREFOX_PATH, WEBKIT_DRIVER, WEBKIT_BROWSER, CI } = process.env
const browsers: { name: string; missing: string | false; open: () => Promise<OtherBrowser> }[] = [
  { name: 'Firefox', missing: !FIREFOX_PATH && 'firefox-esr', open: () => openFirefox(FIREFOX_PATH!) },
  {
    name: 'WebKit',
    missing: !(WEBKIT_DRIVER && WEBKIT_BROWSER) && 'webkit2gtk-driver and xvfb',
    open: () => openWebKit(WEBKIT_DRIVER!, WEBKIT_BROWSER!),
  },
]

/** Acts like a user of this browser: finds elements by their text, and presses them where they are visible. */
function pageDriver(browser: OtherBrowser) {
  /** Polls the page until the expression has a value. */
  const until = async <T>(expression: string, what: string): Promise<T> => {
    let value: unknown
    try {
      await expect.poll(async () => (value = await browser.evaluate(expression)), { timeout: 20_000 }).toBeTruthy()
    } catch {
      throw new Error(`${what}: not there. The page says: ${await browser.evaluate('document.body.innerText')}`)
    }
    return value as T
  }
  const press = async (selector: string, words: string) => {
    const place = await until<[number, number]>(
      `(() => {
        const named = (one) => (one.getAttribute('aria-label') || one.innerText || '').trim().startsWith(${JSON.stringify(words)})
        const seen = [...document.querySelectorAll(${JSON.stringify(selector)})].find((one) => named(one) && one.getClientRects().length)
        if (!seen) return null
        seen.scrollIntoView({ block: 'center', behavior: 'instant' })
        const { x, y, width, height } = seen.getBoundingClientRect()
        return [Math.round(x + width / 2), Math.round(y + height / 2)]
      })()`,
      words,
    )
    const [x, y] = place
    await browser.perform([
      {
        type: 'pointer',
        id: 'mouse',
        parameters: { pointerType: 'mouse' },
        actions: [
          { type: 'pointerMove', x, y, duration: 0 },
          { type: 'pointerDown', button: 0 },
          { type: 'pointerUp', button: 0 },
        ],
      },
    ])
  }
  const type = async (words: string, text: string) => {
    await press('label', words)
    const keys = [...text].flatMap((value) => [
      { type: 'keyDown', value },
      { type: 'keyUp', value },
    ])
    await browser.perform([{ type: 'key', id: 'keyboard', actions: keys }])
  }
  const heading = (words: string) =>
    until(`document.querySelector('h1')?.innerText === ${JSON.stringify(words)}`, words)
  const path = (part: string) => until(`location.pathname.includes(${JSON.stringify(part)})`, part)
  return { press, type, heading, path }
}

for (const { name, missing, open } of browsers) {
  // If it could not be installed, the report states the reason; in CI it must be installed.
  const run = missing && !CI ? test.skip : test
  run(`${name} buys${missing ? ` (not run: ${missing} is not installed)` : ''}`, async () => {
    const member = await newMember()
    const browser = await open()
    const { press, type, heading, path } = pageDriver(browser)
    try {
      await browser.goto(`${process.env.SHOP_URL}/sh/products/detail/2`)
      await heading('シャンプー「泡紬」')
      await press('button', 'カートに入れる')
      await press('a', 'カートを見る')
      // The closing sheet has such a button too.
      await heading('カート')
      await press('button', 'ご購入手続きへ')
      await path('/normal-purchase')
      await press('main a', 'ログイン')
      // The URL changes before the page does, and both pages have such a field.
      await heading('ログイン')
      await type('メールアドレス', member.email)
      await type('パスワード', member.password)
      await press('button', 'ログイン')
      await path('/normal-purchase')
      await press('label', '代金引換')
      await press('button', '入力内容を確認する')
      await heading('ご注文内容の確認')
      await press('button', '注文を確定する')
      await heading('ご注文ありがとうございます')
    } finally {
      await browser.close()
    }
    expect(await ordersOf(member.email)).toMatchObject([{ status: 'received', payment_method_id: null }])
  })
}
