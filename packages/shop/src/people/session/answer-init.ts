import { createCipheriv, createHmac, hkdfSync, randomBytes, timingSafeEqual } from 'node:crypto'
import type { EnvironmentConfig } from '@kushi/contract/common'
import { client } from '@kushi/db/schema/shop'
import { MAX_CLOCK_SKEW_SECONDS } from '@kushi/values/limits'
import { lineRequirement } from '@kushi/values/line'
import { and, eq } from 'drizzle-orm'
import type { Answer, Context } from '../../context.ts'
import { loadShop, shopUrl } from '../../foundation/setting/index.ts'
import { ShopError } from '../../shop-error.ts'
import { consumeNonce } from './nonce.ts'

const wellFormed = ({ timestamp, nonce }: SignedRequest) => /^\d{1,11}$/.test(timestamp) && /^[\w-]{16,64}$/.test(nonce)

/**
 * GET /v1/common/init: the environment of the shop, for a client that signs with its key.
 *
 * @throws ShopError ERROR_SIGNATURE, ERROR_CLOCK_SKEW (returns the server's time, see `skewed`), ERROR_NONCE_USED
 */
export async function answerInitCall(ctx: Context, request: SignedRequest): Promise<Answer<'GET /v1/common/init'>> {
  const [known] = await ctx.db
    .select()
    .from(client)
    .where(and(eq(client.id, request.client_id), eq(client.shop_id, ctx.shop_id)))
  if (!known || !wellFormed(request) || !isSignedBy(known.client_key, request))
    throw new ShopError(403, 'ERROR_SIGNATURE', '設定を読み込めませんでした。画面を読み込み直してください。')
  const now = Math.floor(ctx.clock.now().getTime() / 1000)
  if (Math.abs(now - Number(request.timestamp)) > MAX_CLOCK_SKEW_SECONDS) throw skewed(now)
  if (!(await consumeNonce(ctx, known.id, request.nonce)))
    throw new ShopError(409, 'ERROR_NONCE_USED', '設定を読み込めませんでした。画面を読み込み直してください。')
  const environment = environmentOf(ctx, known.id, await loadShop(ctx))
  return seal(JSON.stringify(environment), known.client_key, request.nonce)
}

/**
 * Returns the server's time (`fields`, path `x-timestamp`, unix seconds), so that a phone with a wrong clock can sign
 * again. This helps no attacker: only the owner of the key can sign, and a nonce works once.
 */
const skewed = (now: number) =>
  new ShopError(400, 'ERROR_CLOCK_SKEW', '端末の時計が大きくずれています。時刻の設定をご確認ください。', {
    fields: [{ path: 'x-timestamp', message_id: 'server_time', message: String(now) }],
  })

/** LINE is available when both the installation and the shop use it. */
function environmentOf(
  { settings, shop_id }: Context,
  client_id: string,
  shop: Awaited<ReturnType<typeof loadShop>>,
): EnvironmentConfig {
  const line_requirement = settings.line ? lineRequirement(shop) : 'none'
  const line = line_requirement === 'none' ? null : settings.line
  return {
    shop_id,
    client_id,
    base_url: shopUrl(settings, shop_id),
    image_api: settings.image_api,
    liff_id: line?.liff_id ?? null,
    liff_script_url: line?.liff_script_url ?? null,
    bot_id: line?.bot_id ?? null,
    line_requirement,
    line_login_timing: shop.line_login_timing,
    line_friend_url: line?.friend_url ?? null,
    line_account_link_url: line?.account_link_url ?? null,
    tag_manager_id: settings.tag_manager_id,
    payment_shop_id: settings.payment_shop_id,
    payment_public_key: settings.payment_public_key,
    payment_script_url: settings.payment_script_url,
    payment_live_flag: settings.payment_live_flag,
    amazon_merchant_id: settings.amazon?.merchant_id ?? null,
    amazon_public_key_id: settings.amazon?.public_key_id ?? null,
    amazon_script_url: settings.amazon?.script_url ?? null,
    amazon_sandbox_flag: settings.amazon?.is_sandbox ?? false,
    apple_pay: settings.apple_pay,
    google_pay: settings.google_pay,
    paidy: settings.paidy,
  }
}

/**
 * AES-256-GCM with a key derived from the client's, with the nonce as salt. The tag follows the ciphertext, as in
 * WebCrypto.
 */
function seal(text: string, clientKey: string, nonce: string): { iv: string; ciphertext: string } {
  const key = Buffer.from(hkdfSync('sha256', clientKey, nonce, 'kushi-init', 32))
  const iv = randomBytes(12)
  const cipher = createCipheriv('aes-256-gcm', key, iv)
  const ciphertext = Buffer.concat([cipher.update(text, 'utf8'), cipher.final(), cipher.getAuthTag()])
  return { iv: iv.toString('base64'), ciphertext: ciphertext.toString('base64') }
}

/** The signed request for the environment; the counterpart is `signInitRequest` of the contract. */
interface SignedRequest {
  client_id: string
  /** Unix time in seconds. */
  timestamp: string
  nonce: string
  /** HMAC-SHA-256 in lower-case hex, so that a signature has only one spelling. */
  signature: string
}

/** Whether the signature is the client's, compared in constant time. */
function isSignedBy(clientKey: string, { client_id, timestamp, nonce, signature }: SignedRequest): boolean {
  const expected = createHmac('sha256', clientKey).update(`${client_id}\n${timestamp}\n${nonce}`).digest('hex')
  const given = Buffer.from(signature)
  return given.length === expected.length && timingSafeEqual(given, Buffer.from(expected))
}
