import { createHash } from 'node:crypto'
import { expect, test } from 'vitest'
import { contentSecurityPolicy, openerPolicyHeaders } from './content-security-policy.ts'

const sandbox = {
  payment_script_url: '/sandbox/gmo/ext/js/token.js',
  image_api: '/sh/pictures/',
  tag_manager_id: null,
  line: null,
  amazon: null,
  google_pay: null,
  paidy: null,
}
const hash = (code: string) => `'sha256-${createHash('sha256').update(code).digest('base64')}'`
const directive = (policy: string, name: string) => policy.split('; ').find((one) => one.startsWith(`${name} `))

const pageWith = (...own: string[]) => new Headers(own.length > 0 ? { 'x-own-scripts': own.join(' ') } : {})

test('allows the inline scripts that the rendering names, and no others', () => {
  const page = pageWith(hash('one()'), hash('two()'), "'unsafe-inline'", 'https://evil.example')
  expect(directive(contentSecurityPolicy(page, sandbox), 'script-src')).toBe(
    `script-src 'self' ${hash('one()')} ${hash('two()')}`,
  )
})

test('no inline script, no hash; no third-party origin, no framing', () => {
  const policy = contentSecurityPolicy(pageWith(), sandbox)
  expect(policy).not.toMatch(/unsafe-(eval|hashes)|https:|\*/)
  expect(directive(policy, 'script-src')).not.toContain('unsafe-inline')
  for (const one of ["default-src 'self'", "frame-ancestors 'none'", "base-uri 'none'", "object-src 'none'"])
    expect(policy.split('; ')).toContain(one)
})

test('allows the card company’s script if it is the real one', () => {
  const policy = contentSecurityPolicy(pageWith(), {
    ...sandbox,
    payment_script_url: null,
    image_api: 'https://img.example/p/',
  })
  expect(directive(policy, 'script-src')).toContain('https://static.mul-pay.jp')
  expect(directive(policy, 'connect-src')).toContain('https://*.mul-pay.jp')
  expect(directive(policy, 'img-src')).toBe("img-src 'self' data: https://img.example")
})

test('allows Google Tag Manager only if its id is configured, and never its inline scripts', () => {
  const policy = contentSecurityPolicy(pageWith(hash('one()')), { ...sandbox, tag_manager_id: 'GTM-TEST1' })
  expect(directive(policy, 'script-src')).toBe(`script-src 'self' ${hash('one()')} https://*.googletagmanager.com`)
  expect(directive(policy, 'connect-src')).toContain('https://*.google-analytics.com')
  expect(directive(policy, 'img-src')).toContain('https://*.google-analytics.com')
  expect(contentSecurityPolicy(pageWith(), sandbox)).not.toContain('google')
})

test('lets LINE’s SDK call LINE if it is the real one, and nothing else', () => {
  const line = { liff_id: '1-a', bot_id: '@a', friend_url: '', account_link_url: '' }
  const real = contentSecurityPolicy(pageWith(), { ...sandbox, line: { ...line, liff_script_url: null } })
  for (const origin of ['https://api.line.me', 'https://liff.line.me', 'https://uts-front.line-apps.com'])
    expect(directive(real, 'connect-src')).toContain(origin)
  expect(directive(real, 'frame-src')).toContain('https://liff-subwindow.line.me')
  expect(
    contentSecurityPolicy(pageWith(), { ...sandbox, line: { ...line, liff_script_url: '/sdk.js' } }),
  ).not.toContain('line.me')
})

test('allows Amazon’s button if it is the real one, and forms to Amazon', () => {
  const amazon = { merchant_id: 'A', public_key_id: 'LIVE-A', is_sandbox: false, account_url: '' }
  const script_url = 'https://static-fe.payments-amazon.com/checkout.js'
  const real = contentSecurityPolicy(pageWith(), { ...sandbox, amazon: { ...amazon, script_url } })
  expect(directive(real, 'script-src')).toContain('https://static-fe.payments-amazon.com')
  expect(directive(real, 'form-action')).toContain("'self' https://payments.amazon.co.jp")
  const simulator = { ...amazon, script_url: '/sandbox/amazon/checkout.js' }
  expect(contentSecurityPolicy(pageWith(), { ...sandbox, amazon: simulator })).not.toContain('amazon')
})

test('allows Google Pay’s script and window if it is the real one, and the window may reach the page', () => {
  const of = (script_url: string) => ({
    ...sandbox,
    google_pay: {
      merchant_id: 'BCR2DN1',
      name: '椿野',
      brands: [],
      auth_methods: [],
      environment: 'PRODUCTION' as const,
      gateway: 'gmopg',
      gateway_merchant_id: 'tshop00000001',
      script_url,
    },
  })
  const real = of('https://pay.google.com/gp/p/js/pay.js')
  for (const name of ['script-src', 'connect-src', 'frame-src'])
    expect(directive(contentSecurityPolicy(pageWith(), real), name)).toContain('https://pay.google.com')
  expect(openerPolicyHeaders(real)).toEqual({ 'cross-origin-opener-policy': 'same-origin-allow-popups' })
  const simulator = of('/sandbox/gmo-openapi/google-pay.js')
  expect(contentSecurityPolicy(pageWith(), simulator)).not.toContain('google')
  expect(openerPolicyHeaders(simulator)).toEqual({})
})

test('allows Paidy’s script and frame if it is the real one', () => {
  const of = (script_url: string) => ({ ...sandbox, paidy: { public_key: 'pk_live_1', script_url } })
  const real = of('https://apps.paidy.com/')
  for (const name of ['script-src', 'connect-src', 'frame-src'])
    expect(directive(contentSecurityPolicy(pageWith(), real), name)).toContain('https://apps.paidy.com')
  expect(contentSecurityPolicy(pageWith(), of('/sandbox/paidy/paidy.js'))).not.toContain('https:')
})
