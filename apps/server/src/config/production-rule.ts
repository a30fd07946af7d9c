import { isIP } from 'node:net'
import type { Env } from './env.ts'

/** Reasons, as sentences, why an environment with `KUSHI_ENV=production` must not be started; empty if it may. */
export function productionProblems(env: Env): string[] {
  if (!env.KUSHI_ENV) return []
  if (env.KUSHI_ENV !== 'production') return [`KUSHI_ENV is ${env.KUSHI_ENV}: say production, or nothing.`]
  const because = 'and KUSHI_ENV is production'
  const isOn = env.SANDBOX === 'on' || Boolean(env.SANDBOX_URL)
  return [
    ...(isOn ? [`The sandbox is on ${because}: say SANDBOX=off and name the real providers.`] : []),
    ...(env.DEMO_DATABASE ? [`DEMO_DATABASE is set ${because}: take an empty database and leave it out.`] : []),
    ...(URL.parse(env.PUBLIC_URL ?? '')?.protocol === 'https:'
      ? []
      : [
          `PUBLIC_URL is ${env.PUBLIC_URL || 'not set'} ${because}: say where customers come, as in https://shop.example.`,
        ]),
    ...((env.TRUST_PROXY || '0') === '0'
      ? [
          `TRUST_PROXY is ${env.TRUST_PROXY || 'not set'} ${because}: the server speaks http only, so a proxy stands before it, and every customer would count as one address. Say how many proxies there are, or their networks.`,
        ]
      : []),
    ...(trustsAnybody(env.TRUST_PROXY ?? '')
      ? [
          `TRUST_PROXY is ${env.TRUST_PROXY} ${because}: whoever sends X-Forwarded-For would choose the address that limits count. Say how many proxies there are (at most ${MAX_PROXIES}), or their own networks.`,
        ]
      : []),
    ...((env.RATE_LIMIT_FACTOR || '1') === '1'
      ? []
      : [`RATE_LIMIT_FACTOR is ${env.RATE_LIMIT_FACTOR} ${because}: leave it out; it is for measurements.`]),
    ...(isRandom(env.SECRET_KEY?.split(',')[0]?.trim() ?? '')
      ? []
      : [
          `SECRET_KEY is not a random key ${because}: make one by openssl rand -base64 32, and put it before the old one.`,
        ]),
  ]
}

/** More than a CDN, a load balancer and a proxy of one's own is a mistake: the rest would be what the client sent. */
const MAX_PROXIES = 5
/** A /8 is the largest private network (10.0.0.0/8); fc00::/7 is that of IPv6. */
const SHORTEST = { 4: 8, 6: 7 } as const

function trustsAnybody(trusted: string): boolean {
  if (/^\d+$/.test(trusted)) return Number(trusted) > MAX_PROXIES
  return trusted.split(',').some((one) => {
    const [address = '', bits] = one.trim().split('/')
    const version = isIP(address)
    return bits !== undefined && (version === 4 || version === 6) && Number(bits) < SHORTEST[version]
  })
}

/**
 * Looks like 32 random bytes, in base64 or hex. A sentence or a repeated pattern has the length, but can be guessed. A
 * key that is missing is refused elsewhere.
 */
const isRandom = (key: string): boolean =>
  key === '' ||
  (((/^[A-Za-z0-9+/_-]{43,}=*$/.test(key) && /[A-Z]/.test(key) && /[a-z]/.test(key)) || /^[0-9a-f]{64,}$/i.test(key)) &&
    new Set(key).size >= 11 &&
    /[0-9]/.test(key) &&
    !/(.)\1{4}/.test(key) &&
    !/^(.{1,16})\1+/.test(key))
