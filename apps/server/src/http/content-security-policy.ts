import { createHash } from 'node:crypto'
import type { Settings } from '@kushi/shop/context'

const inlineScript = /<script(?![^>]*\ssrc=)(?![^>]*application\/ld\+json)[^>]*>([\s\S]*?)<\/script>/g

/**
 * The policy of one page. Scripts: our own files, and this page's inline scripts by hash. A hash instead of a nonce,
 * because we and a CDN serve the same bytes to all visitors.
 */
export function contentSecurityPolicy(
  html: string,
  config: Pick<Settings, 'payment_script_url' | 'image_api' | 'tag_manager_id' | 'line' | 'amazon'>,
): string {
  const hashes = new Set<string>()
  for (const [, code] of html.matchAll(inlineScript))
    hashes.add(`'sha256-${createHash('sha256').update(code!).digest('base64')}'`)
  const provider = config.payment_script_url === null ? ' https://static.mul-pay.jp https://*.mul-pay.jp' : ''
  const hasLiff = config.line !== null && config.line.liff_script_url === null
  const liffScripts = hasLiff ? ' https://static.line-scdn.net https://liffsdk.line-scdn.net' : ''
  const liffCalls = hasLiff ? ' https://api.line.me https://access.line.me https://liffsdk.line-scdn.net' : ''
  const isAmazon = config.amazon?.script_url.startsWith('http') === true
  const amazonScripts = isAmazon ? ` ${new URL(config.amazon!.script_url).origin}` : ''
  const amazonPages = isAmazon ? ' https://payments.amazon.co.jp https://payments-fe.amazon.com' : ''
  const amazonImages = isAmazon ? `${amazonScripts} https://m.media-amazon.com` : ''
  const images = config.image_api.startsWith('http') ? ` ${new URL(config.image_api).origin}` : ''
  const counting = config.tag_manager_id !== null
  const google = counting ? ' https://www.googletagmanager.com' : ''
  const collected = counting
    ? ` https://*.googletagmanager.com https://*.google-analytics.com https://*.analytics.google.com`
    : ''
  return [
    "default-src 'self'",
    `script-src 'self' ${[...hashes].join(' ')}${provider}${google}${liffScripts}${amazonScripts}`,
    "style-src 'self' 'unsafe-inline'",
    `img-src 'self' data:${images}${collected}${amazonImages}`,
    `connect-src 'self'${provider}${collected}${liffCalls}${amazonPages}`,
    `frame-src 'self'${provider}`,
    `form-action 'self'${amazonPages}`,
    "frame-ancestors 'none'",
    "base-uri 'none'",
    "object-src 'none'",
  ].join('; ')
}
