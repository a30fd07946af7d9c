import fc from 'fast-check'
import { expect, test } from 'vitest'
import { frameDocument, parseFrameTag } from './frame-tag.ts'

const HOSTS = ['px.asp.example']
const VALUES = { order_no: 'K261130-AB', amount: 3410, amount_without_tax_and_fees: 2500, item_codes: 'KS-1.2.100' }
const filled = (tag: string, more: Partial<typeof VALUES> = {}) => {
  const parsed = parseFrameTag(tag, HOSTS)
  if (typeof parsed === 'string') throw new Error(parsed)
  const { html } = frameDocument(parsed, { ...VALUES, ...more }, HOSTS)
  return html.slice(html.indexOf('<body>') + 6, html.indexOf('</body>'))
}

test.each([
  [
    'a picture',
    '<img src="https://px.asp.example/?o={order_no}&a={amount}" width=1>',
    {},
    '<img src="https://px.asp.example/?o=K261130-AB&a=3410" width="1">',
  ],
  [
    'an address without its protocol',
    "<IMG SRC='//PX.asp.example/{order_no}'/>",
    {},
    '<img src="//PX.asp.example/K261130-AB">',
  ],
  [
    'a string of a script',
    `<script>t("{order_no}", '{item_codes}')</script>`,
    { item_codes: `a"'\\</script>\n&` },
    `<script>t("K261130-AB", 'a\\u0022\\u0027\\u005c\\u003c\\u002fscript\\u003e\\u000a\\u0026')</script>`,
  ],
  [
    'a number of a script',
    '<script>t({amount},{ amount: {amount_without_tax_and_fees} })</script>',
    {},
    '<script>t(3410,{ amount: 2500 })</script>',
  ],
  [
    'an address',
    '<img src="https://px.asp.example/?i={item_codes}">',
    { item_codes: `"'>&x=1 (é)` },
    '<img src="https://px.asp.example/?i=%22%27%3E%26x%3D1%20%28%C3%A9%29">',
  ],
  [
    'text and an attribute for data',
    '<div data-o="{item_codes}">{item_codes}</div>',
    { item_codes: '"<b>' },
    '<div data-o="&#34;&#60;b&#62;">&#34;&#60;b&#62;</div>',
  ],
  ['comments are left out', '<!-- ASP {x} --><span></span><!-->-->', {}, '<span></span>'],
  ['a letter that is longer in small', 'İİ<script>a({amount})</script>', {}, 'İİ<script>a(3410)</script>'],
  ['the braces of a script are its own', '<script>if(a){b}else{c}</script>', {}, '<script>if(a){b}else{c}</script>'],
  [
    'a quotation mark in the other ones',
    `<img alt='a"b' src="https://px.asp.example">`,
    {},
    '<img alt="a&quot;b" src="https://px.asp.example">',
  ],
])('%s', (_, tag, more, html) => {
  expect(filled(tag, more)).toBe(html)
})

test.each([
  ['a host that is not named', '<img src="https://evil.example/?o={order_no}">', 'evil.example'],
  ['a host that only begins like it', '<img src="https://px.asp.example.evil.example/">', 'ホストにありません'],
  ['a name before the host', '<img src="https://px.asp.example@evil.example/">', '使えません'],
  ['a port', '<img src="https://px.asp.example:8443/">', '使えません'],
  ['javascript:', '<img src="javascript:alert(1)">', 'https://'],
  ['javascript: by entities', '<img src="&#106;avascript:alert(1)">', 'https://'],
  ['data:', '<script src="data:text/javascript,x"></script>', 'https://'],
  ['http', '<img src="http://px.asp.example/">', 'https://'],
  ['a value as the host', '<img src="https://{order_no}/">', 'https://'],
  ['a path of the shop', '<script src="/v1/order/public/list"></script>', 'https://'],
  ['an event', '<img src="https://px.asp.example/" onerror="x()">', 'onerror'],
  ['srcset', '<img srcset="https://evil.example/ 2x">', 'srcset'],
  ['another element', '<iframe src="https://px.asp.example/"></iframe>', '<iframe>'],
  ['another policy', '<meta http-equiv="refresh" content="0;url=https://evil.example">', '<meta>'],
  ['a base', '<base href="https://px.asp.example/">', '<base>'],
  ['a form', '<form action="https://px.asp.example/">', '<form>'],
  ['a script that does not end', '<script>x()', '</script>'],
  ['a script that hides its end', '<script><!-- <script></script> --></script>', '<!--'],
  ['a script in a script', '<script>document.write("<script src=x>")</script>', '<script'],
  ['a number that is a name, without quotes', '<script>t({order_no})</script>', "''"],
  ['a value in a template', '<script>t(`{order_no}`)</script>', "''"],
  ['a value in a comment of a script', '<script>// {order_no}\n</script>', "''"],
  ['a value in a style', '<div style="x:{item_codes}"></div>', 'style'],
  ['who bought', '<img src="https://px.asp.example/?u={email_sha256}">', '{email_sha256}'],
  ['who bought, in a script', '<script>t("{email_sha256}")</script>', '{email_sha256}'],
  ['which click', '<script>x={click.gclid}</script>', '{click.gclid}'],
  ['an unknown name', '{order}', '{order}'],
  ['half a tag', '<img src="https://px.asp.example/"', '読み取れません'],
  ['an attribute without quotes', '<img src=https://px.asp.example/?o={order_no}>', '""'],
])('%s is refused', (_, tag, words) => {
  expect(parseFrameTag(tag, HOSTS)).toEqual(expect.stringContaining(words))
})

const tags = fc.array(
  fc.constantFrom(
    '<img src="https://px.asp.example/?i={item_codes}">',
    '<script src="//px.asp.example/t.js" async></script>',
    `<script>t('{item_codes}',"{order_no}",{amount})</script>`,
    '<noscript><img src="https://px.asp.example/n?i={item_codes}&o={order_no}"></noscript>',
    '<span data-i="{item_codes}">{item_codes}</span>',
  ),
  { minLength: 1, maxLength: 4 },
)

test('no value changes what a tag is: it leaves no letter that HTML, an address or a script reads', () => {
  fc.assert(
    fc.property(tags, fc.string({ unit: 'binary' }), (parts, item_codes) => {
      const tag = parts.join('')
      const bare = filled(tag, { item_codes: '' })
      const more = filled(tag, { item_codes })
      const signs = (text: string) => text.replaceAll(/[\w.%\\;#&-]/g, '')
      expect(signs(more)).toBe(signs(bare))
    }),
  )
})

test('what a string of a script is told, it says', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'binary' }), (item_codes) => {
      const [, literal] = /^<script>(".*")<\/script>$/.exec(filled('<script>"{item_codes}"</script>', { item_codes }))!
      expect(JSON.parse(literal!)).toBe(item_codes)
    }),
  )
})

test('whatever is pasted is read or refused, and quickly', () => {
  const signs = fc.string({
    unit: fc.constantFrom(...'<>/="\' {}`-!\\\na', 'script', 'img src', '{order_no}'),
    maxLength: 400,
  })
  fc.assert(fc.property(signs, (tag) => void parseFrameTag(tag, HOSTS)))
  const began = performance.now()
  parseFrameTag(`<img${' a="b"'.repeat(600)}`, HOSTS)
  parseFrameTag('<img '.repeat(800), HOSTS)
  parseFrameTag(`<img${' a'.repeat(1900)}`, HOSTS)
  expect(performance.now() - began).toBeLessThan(500)
})

test('the policy names an opaque origin, the hosts, and nobody else', () => {
  const { policy, html } = frameDocument([], VALUES, ['a.example', 'b.example'])
  expect(policy.split('; ')).toEqual([
    'sandbox allow-scripts',
    "default-src 'none'",
    "script-src 'unsafe-inline' https://a.example https://b.example",
    'img-src https://a.example https://b.example',
    'connect-src https://a.example https://b.example',
    "style-src 'unsafe-inline'",
    "form-action 'none'",
    "base-uri 'none'",
    "frame-ancestors 'self'",
  ])
  expect(html).toContain('<meta name="referrer" content="no-referrer">')
})
