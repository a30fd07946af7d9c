import { fileURLToPath } from 'node:url'
import type { Liff } from '@line/liff'
import { build } from 'rolldown'
import { afterEach, expect, test } from 'vitest'
import { contentSecurityPolicy } from '../apps/server/src/http/pages/content-security-policy.ts'
import { newDevice } from './lib/browser.ts'

const LIFF_ID = '1234567890-AbCdEfGh'
const SHOP = 'https://shop.example'
/** A live shop: no simulator, every third party its own. */
const live = {
  payment_script_url: null,
  image_api: '/sh/pictures/',
  tag_manager_id: 'GTM-TEST1',
  line: { liff_id: LIFF_ID, liff_script_url: null, bot_id: '@a', friend_url: '', account_link_url: '' },
  amazon: {
    merchant_id: 'A',
    public_key_id: 'LIVE-A',
    is_sandbox: false,
    account_url: '',
    script_url: 'https://static-fe.payments-amazon.com/checkout.js',
  },
  google_pay: null,
  paidy: null,
}

const { output } = await build({
  input: fileURLToPath(import.meta.resolve('@line/liff')),
  output: { format: 'iife', name: 'liff' },
  write: false,
  logLevel: 'silent',
})

const answers: Record<string, object> = {
  'api.line.me/friendship/v1/status': { friendFlag: false },
  'api.line.me/oauth2/v2.1/verify': { client_id: LIFF_ID.split('-')[0], expires_in: 3600, scope: 'profile openid' },
  'api.line.me/liff/v2/sub/msit': { msit: 'window' },
  'api.line.me/v2/profile': { userId: `U${'1'.repeat(32)}`, displayName: '花' },
}

/** LINE's own browser hands its tokens over behind the `#`; the second one says what this shop's app may do. */
const context = {
  type: 'external',
  liffId: LIFF_ID,
  scope: ['profile', 'openid'],
  availability: { subwindowOpen: { permission: true, minVer: '1.0.0' } },
}
const handedOver = new URLSearchParams({
  access_token: 'token',
  context_token: `h.${Buffer.from(JSON.stringify(context)).toString('base64url')}.s`,
  feature_token: 'feature',
  mst_challenge: 'challenge',
  client_id: LIFF_ID.split('-')[0]!,
})

const insideLine =
  'Mozilla/5.0 (Linux; Android 15) AppleWebKit/537.36 (KHTML, like Gecko) Version/4.0 Chrome/140.0 Mobile Safari/537.36 Line/9.4.0 LIFF'

const devices: { close(): Promise<void> }[] = []
afterEach(async () => {
  for (const device of devices.splice(0)) await device.close()
})

/** A page of the live shop inside LINE. What it asks of others is answered here; the policy is the real one. */
async function openInsideLine() {
  const device = await newDevice('phone', { userAgent: insideLine })
  devices.push(device)
  const html = '<!doctype html><html lang="ja"><title>店</title><script src="/liff.js"></script>'
  const asked: string[] = []
  const stopped: string[] = []
  await device.route('**/*', (route) => {
    const { origin, host, pathname } = new URL(route.request().url())
    if (origin === SHOP && pathname === '/liff.js')
      return route.fulfill({ contentType: 'text/javascript', body: output[0].code })
    if (origin === SHOP) {
      const headers = { 'content-security-policy': contentSecurityPolicy(new Headers(), live) }
      return route.fulfill({ contentType: 'text/html', body: html, headers })
    }
    asked.push(`${host}${pathname}`)
    const headers = { 'access-control-allow-origin': '*', 'access-control-allow-headers': '*' }
    return route.fulfill({ json: answers[`${host}${pathname}`] ?? {}, headers })
  })
  const page = await device.newPage()
  page.on('console', (message) => {
    if (message.text().includes('Content Security Policy')) stopped.push(message.text())
  })
  await page.goto(`${SHOP}/sh/#${handedOver}`)
  return { page, asked, stopped }
}

test('LINE’s own SDK inside LINE: init, friendship and the friend button, under the policy of a live shop', async () => {
  const { page, asked, stopped } = await openInsideLine()
  const friendship = await page.evaluate(async (liffId) => {
    const { default: liff } = (window as unknown as { liff: { default: Liff } }).liff
    await liff.init({ liffId })
    const { friendFlag } = await liff.getFriendship()
    // It goes on in LINE's own window, which does not exist here.
    void liff.requestFriendship().catch(() => undefined)
    return { isInClient: liff.isInClient(), isLoggedIn: liff.isLoggedIn(), friendFlag }
  }, LIFF_ID)
  expect(friendship).toEqual({ isInClient: true, isLoggedIn: true, friendFlag: false })
  await expect.poll(() => asked).toContain('liff.line.me/liff/v2/oaadd/rateLimit')
  expect(stopped).toEqual([])
})
