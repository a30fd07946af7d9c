import { CLICK_ID_NAMES, CLICK_ID_PATTERN, type ClickIds, LANDING_PATH_PATTERN } from '@kushi/values/click-id'
import { AD_CODE_DAYS } from '@kushi/values/limits'
import { type KeyValueStorage, readJson, writeJson } from './storage.ts'

export const AD_KEY = 'kushi.ad'
const KEPT_MS = AD_CODE_DAYS * 86_400_000
/** A page that is loaded again within it is the same visit. */
const VISIT_MS = 30 * 60_000
const names = ['adcd', 'abmtcd', 'ad_user_id'] as const
const inAddress = [...names, ...CLICK_ID_NAMES] as const

/** Codes of the advert or reminder that brought the visitor, sent with an order and a registration. */
export type AdCodes = Record<(typeof names)[number], string | null>

/** 広告からの訪問: the page that the advert opened, and the media's numbers of the click. */
export interface AdVisit {
  landing_path: string
  click_ids: ClickIds
}

/** Each code with its expiry time in milliseconds. */
type StoredCodes = Partial<Record<(typeof inAddress)[number] | 'landing_path', { code: string; until: number }>>

const isClickId = (name: string) => CLICK_ID_NAMES.some((one) => one === name)

const codeIn = (query: URLSearchParams, name: string) =>
  names.some((one) => one === name) ? query.get(name)?.slice(0, 64) : CLICK_ID_PATTERN.exec(query.get(name) ?? '')?.[0]

/** What was kept while the shop had the media's numbers on. */
function forgetClickIds(storage: KeyValueStorage): void {
  const kept = Object.entries(readJson(storage, AD_KEY) ?? {})
  const others = kept.filter(([name]) => !isClickId(name))
  if (others.length < kept.length) writeJson(storage, AD_KEY, Object.fromEntries(others))
}

/**
 * Stores each code in the address of a page for `AD_CODE_DAYS`, and that page's path. The media's numbers of the click are
 * stored only where the shop has them on. The last click counts. Returns the visit if an advert just began one.
 */
export function saveAdCodes(
  storage: KeyValueStorage,
  { pathname, searchParams }: Pick<URL, 'pathname' | 'searchParams'>,
  now: number,
  keepsClickIds: boolean,
): { landing_path: string; adcd: string | null } | null {
  const entry = (name: string, code: string | null | undefined) =>
    code ? [[name, { code, until: now + KEPT_MS }]] : []
  const found = inAddress.flatMap((name) => entry(name, codeIn(searchParams, name)))
  if (!keepsClickIds) forgetClickIds(storage)
  if (found.length === 0) return null
  const before = readJson(storage, AD_KEY) as StoredCodes | null
  const landing_path = LANDING_PATH_PATTERN.test(pathname) ? pathname : null
  const codes: StoredCodes = Object.fromEntries([
    ...found.filter(([name]) => keepsClickIds || !isClickId(name as string)),
    ...entry('landing_path', landing_path),
  ])
  writeJson(storage, AD_KEY, { ...before, ...codes })
  const isSame = Object.entries(codes).every(([name, { code }]) => {
    const last = before?.[name as keyof StoredCodes]
    return last?.code === code && last.until > now + KEPT_MS - VISIT_MS
  })
  return landing_path === null || isSame ? null : { landing_path, adcd: codes.adcd?.code ?? null }
}

/**
 * The 広告コード of a page itself, for a visitor who has no other code. Returns the visit if its address had no code and
 * the visitor came from elsewhere.
 */
export function savePageAdCode(
  storage: KeyValueStorage,
  { pathname, searchParams }: Pick<URL, 'pathname' | 'searchParams'>,
  adcd: string,
  now: number,
  isArrival: boolean,
): ReturnType<typeof saveAdCodes> {
  if (Object.values(adCodes(storage, now)).some((code) => code !== null && code !== adcd)) return null
  const isCounted = inAddress.some((name) => codeIn(searchParams, name))
  if (isArrival && !isCounted)
    return saveAdCodes(storage, { pathname, searchParams: new URLSearchParams({ adcd }) }, now, true)
  if (adCodes(storage, now).adcd === null)
    writeJson(storage, AD_KEY, {
      ...(readJson(storage, AD_KEY) as StoredCodes | null),
      adcd: { code: adcd, until: now + KEPT_MS },
    })
  return null
}

function keptCodes(storage: KeyValueStorage, now: number) {
  const kept = readJson(storage, AD_KEY) as StoredCodes | null
  return (name: keyof StoredCodes) => {
    const found = kept?.[name]
    return typeof found?.code === 'string' && found.until > now ? found.code : null
  }
}

/** The codes that have not expired. */
export function adCodes(storage: KeyValueStorage, now: number): AdCodes {
  const code = keptCodes(storage, now)
  return { adcd: code('adcd'), abmtcd: code('abmtcd'), ad_user_id: code('ad_user_id') }
}

/** The last visit through an advert that has not expired. */
export function adVisit(storage: KeyValueStorage, now: number): AdVisit | null {
  const code = keptCodes(storage, now)
  const landing_path = code('landing_path')
  if (landing_path === null) return null
  const click_ids = CLICK_ID_NAMES.flatMap((name) => {
    const value = code(name)
    return value === null ? [] : [[name, value]]
  })
  return { landing_path, click_ids: Object.fromEntries(click_ids) }
}
