import fc from 'fast-check'
import { expect, test } from 'vitest'
import { isLocalHost, publicSandboxConfirmation, sandboxProblems, simulatorCredentials } from './sandbox-rule.ts'

const SANDBOX_URL = 'http://127.0.0.1:9'

test.each([
  ['localhost', true],
  ['LOCALHOST', true],
  ['localhost.', true],
  ['wholesale.localhost', true],
  ['127.0.0.1', true],
  ['127.8.9.10', true],
  ['[::1]', true],
  ['localhost.example', false],
  ['notlocalhost', false],
  ['127.0.0.1.example', false],
  ['10.0.0.1', false],
  ['192.168.1.2', false],
  ['0.0.0.0', false],
  ['shop.example', false],
])('%s is on this machine: %s', (name, local) => expect(isLocalHost(name)).toBe(local))

test.each([
  ['no address named', {}, true],
  ['a local one', { PUBLIC_URL: 'http://localhost:3000' }, true],
  ['a loopback one', { PUBLIC_URL: 'http://127.0.0.1:3000' }, true],
  ['https, local', { PUBLIC_URL: 'https://shop.localhost' }, true],
  ['a name of the world', { PUBLIC_URL: 'https://shop.example' }, false],
  ['one of the house', { PUBLIC_URL: 'http://192.168.1.2:3000' }, false],
  ['user info that looks local', { PUBLIC_URL: 'https://localhost@shop.example' }, false],
  ['another sentence', { PUBLIC_URL: 'https://shop.example', SANDBOX_IN_PUBLIC: 'yes' }, false],
  ['the sentence', { PUBLIC_URL: 'https://shop.example', SANDBOX_IN_PUBLIC: publicSandboxConfirmation }, true],
])('the sandbox at %s: may start %s', (_, env, may) => {
  const objections = sandboxProblems({ SANDBOX_URL, ...env })
  expect(objections).toHaveLength(may ? 0 : 1)
  if (!may) expect(objections[0]).toMatch(/SANDBOX=off .* SANDBOX_IN_PUBLIC="/)
  expect(sandboxProblems(env)).toEqual([])
})

test.each([
  ['the card company', { GMO_BASE_URL: 'https://p01.mul-pay.jp' }],
  ['its script', { GMO_SCRIPT_URL: 'https://static.mul-pay.jp/ext/js/token.js' }],
  ['its shop', { GMO_SHOP_ID: '9200000000001' }],
  ['Amazon Pay', { AMAZON_BASE_URL: 'https://pay-api.amazon.jp' }],
  ["a store of Amazon's", { AMAZON_STORE_ID: 'amzn1.application-oa2-client.real' }],
  ['NP', { NP_BASE_URL: 'https://cp.np-payment-gateway.com/v1' }],
  ['GMO後払い', { GMO_DEFERRED_BASE_URL: 'https://shop.gmo-ab.com' }],
  ['LINE', { LINE_MESSAGING_URL: 'https://api.line.me' }],
  ["LINE's webhook", { LINE_CHANNEL_SECRET: '0123456789abcdef0123456789abcdef' }],
  ['a mail server', { SMTP_URL: 'smtp://u:p@mail.example:587' }],
  ['postcodes', { POSTCODE_BASE_URL: 'https://apis.postcode-jp.com' }],
])('%s beside the sandbox is rejected, even with the confirmation', (_, real) => {
  for (const more of [{}, { PUBLIC_URL: 'https://shop.example', SANDBOX_IN_PUBLIC: publicSandboxConfirmation }]) {
    const objections = sandboxProblems({ SANDBOX_URL, ...more, ...real })
    expect(objections).toHaveLength(1)
    expect(objections[0]).toContain(Object.keys(real)[0])
  }
  expect(sandboxProblems(real)).toEqual([])
})

test('local services, and the credentials of the simulators, may be set', () => {
  const near = {
    SMTP_URL: 'smtp://127.0.0.1:25',
    GMO_BASE_URL: 'http://sandbox:4000/sandbox/gmo',
    GMO_SCRIPT_URL: '/sandbox/gmo/ext/js/token.js',
  }
  expect(sandboxProblems({ SANDBOX_URL: 'http://sandbox:4000', ...near, ...simulatorCredentials })).toEqual([])
  expect(sandboxProblems({ SANDBOX_URL, GMO_SHOP_ID: 'other', SANDBOX_GMO_SHOP_ID: 'other' })).toEqual([])
})

test.each(Object.entries(simulatorCredentials))('outside of the sandbox %s=%s is refused', (name, value) => {
  expect(sandboxProblems({ [name]: value })).toEqual([expect.stringContaining(`${name} is `)])
  expect(sandboxProblems({ [name]: `${value}x` })).toEqual([])
})

test('no combination of settings opens the sandbox to the world, or beside a real provider', () => {
  const url = fc.constantFrom('', 'http://localhost:3000', 'https://shop.example', 'http://10.1.2.3')
  const provider = fc.constantFrom('', 'http://127.0.0.1:9/x', 'https://real.example', 'smtp://mail.example')
  const said = fc.constantFrom('', 'yes', 'true', publicSandboxConfirmation)
  fc.assert(
    fc.property(url, provider, provider, said, (PUBLIC_URL, GMO_BASE_URL, SMTP_URL, SANDBOX_IN_PUBLIC) => {
      const env = { SANDBOX_URL, PUBLIC_URL, GMO_BASE_URL, SMTP_URL, SANDBOX_IN_PUBLIC }
      const isOpen = !/^$|localhost/.test(PUBLIC_URL) && SANDBOX_IN_PUBLIC !== publicSandboxConfirmation
      const isMixed = /example/.test(GMO_BASE_URL + SMTP_URL)
      expect(sandboxProblems(env)).toHaveLength(Number(isOpen) + Number(isMixed))
    }),
  )
})
