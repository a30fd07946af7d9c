import { expect, test } from 'vitest'
import { AD_KEY, adCodes, adVisit, saveAdCodes as keepCodes, savePageAdCode } from './ad-codes.ts'
import { fakeStorage } from './fake-storage.ts'
import type { KeyValueStorage } from './storage.ts'

const KEPT = 90 * 86_400_000
const query = (text: string) => new URLSearchParams(text)
const keepAdCodes = (storage: KeyValueStorage, searchParams: URLSearchParams, now: number, pathname = '/') =>
  keepCodes(storage, { pathname, searchParams }, now, true)
const none = { adcd: null, abmtcd: null, ad_user_id: null }

test('each code is valid for 90 days from its own click', () => {
  const storage = fakeStorage()
  keepAdCodes(storage, query('abmtcd=m1'), 0)
  keepAdCodes(storage, query('adcd=a1&ad_user_id=u1'), 1000)
  expect(adCodes(storage, 1000)).toEqual({ adcd: 'a1', abmtcd: 'm1', ad_user_id: 'u1' })
  expect(adCodes(storage, KEPT)).toEqual({ adcd: 'a1', abmtcd: null, ad_user_id: 'u1' })
  expect(adCodes(storage, KEPT + 1000)).toEqual(none)
})

test('the last click counts', () => {
  const storage = fakeStorage()
  keepAdCodes(storage, query('adcd=a1'), 0)
  keepAdCodes(storage, query('adcd=a2'), 1000)
  expect(adCodes(storage, KEPT).adcd).toBe('a2')
})

test('a URL without codes changes nothing', () => {
  const storage = fakeStorage()
  keepAdCodes(storage, query('abmtcd=m1'), 0)
  keepAdCodes(storage, query('page=2'), KEPT)
  expect(adCodes(storage, KEPT - 1).abmtcd).toBe('m1')
  expect(adCodes(fakeStorage(), 0)).toEqual(none)
})

test('ignores data of an older version', () => {
  const storage = fakeStorage()
  storage.setItem(AD_KEY, JSON.stringify({ adcd: 'a1', until: KEPT }))
  expect(adCodes(storage, 0)).toEqual(none)
})

test('the page that an advert opened, and the numbers of its click, each for 90 days', () => {
  const storage = fakeStorage()
  expect(adVisit(storage, 0)).toBeNull()
  keepAdCodes(storage, query('gclid=Cj0-a_b.c&yclid=Y1'), 0, '/products/1')
  keepAdCodes(storage, query('yclid=Y2&fbclid=a%20b&dclid=D1'), 1000, '/lists/new')
  expect(adVisit(storage, 1000)).toEqual({ landing_path: '/lists/new', click_ids: { gclid: 'Cj0-a_b.c', yclid: 'Y2' } })
  expect(adVisit(storage, KEPT)).toEqual({ landing_path: '/lists/new', click_ids: { yclid: 'Y2' } })
  expect(adVisit(storage, KEPT + 1000)).toBeNull()
})

test('a visit is counted once, also if the page is loaded again; another advert is another visit', () => {
  const storage = fakeStorage()
  const HALF_HOUR = 30 * 60_000
  const land = (text: string, now: number, path = '/products/1') => keepAdCodes(storage, query(text), now, path)
  expect(land('adcd=a1&page=2', 0)).toEqual({ landing_path: '/products/1', adcd: 'a1' })
  expect(land('adcd=a1', HALF_HOUR - 1)).toBeNull()
  expect(land('adcd=a1', HALF_HOUR - 1 + HALF_HOUR)).toEqual({ landing_path: '/products/1', adcd: 'a1' })
  expect(land('gclid=G1', 2 * HALF_HOUR)).toEqual({ landing_path: '/products/1', adcd: null })
  expect(land('gclid=G1', 2 * HALF_HOUR, '/')).toEqual({ landing_path: '/', adcd: null })
  expect(land('page=3', 2 * HALF_HOUR)).toBeNull()
  expect(land('gclid=G1', 9 * HALF_HOUR, '/<b>')).toBeNull()
})

test('where the shop has them off, no number of a click is kept, nor one from before; the visit counts all the same', () => {
  const storage = fakeStorage()
  const land = (text: string, now: number, pathname = '/products/1') =>
    keepCodes(storage, { pathname, searchParams: query(text) }, now, false)
  expect(land('gclid=G1', 0)).toEqual({ landing_path: '/products/1', adcd: null })
  expect(land('gclid=G1', 1000)).toBeNull()
  expect(adVisit(storage, 1000)).toEqual({ landing_path: '/products/1', click_ids: {} })
  keepAdCodes(storage, query('adcd=a1&yclid=Y1'), 2000, '/lists/new')
  expect(land('page=2', 3000)).toBeNull()
  expect(storage.getItem(AD_KEY)).not.toMatch(/G1|Y1/)
  expect(adCodes(storage, 3000).adcd).toBe('a1')
  expect(adVisit(storage, 3000)).toEqual({ landing_path: '/lists/new', click_ids: {} })
})

test('what an address calls its landing page is no advert, and never kept', () => {
  const storage = fakeStorage()
  expect(keepAdCodes(storage, query('landing_path=foo'), 0, '/products/1')).toBeNull()
  expect(storage.getItem(AD_KEY)).toBeNull()
  keepAdCodes(storage, query('adcd=a1&landing_path=foo'), 0, '/a@b')
  expect([adCodes(storage, 0).adcd, adVisit(storage, 0)]).toEqual(['a1', null])
})

test('the code of a page is for who has no other one, and an arrival is one visit', () => {
  const HOUR = 60 * 60_000
  const open = (storage: KeyValueStorage, text: string, now: number, isArrival = true) => {
    const landing = { pathname: '/lp/oil', searchParams: query(text) }
    const visits = [keepCodes(storage, landing, now, true), savePageAdCode(storage, landing, 'lp', now, isArrival)]
    return visits.filter((visit) => visit !== null)
  }
  const storage = fakeStorage()
  expect(open(storage, '', 0)).toEqual([{ landing_path: '/lp/oil', adcd: 'lp' }])
  expect(open(storage, '', 1)).toEqual([])
  expect(open(storage, 'gclid=G1', HOUR)).toEqual([{ landing_path: '/lp/oil', adcd: null }])
  expect(open(storage, 'adcd=lp', 2 * HOUR)).toHaveLength(1)
  expect(open(storage, 'adcd=x', 3 * HOUR)).toEqual([{ landing_path: '/lp/oil', adcd: 'x' }])
  expect(open(storage, '', 4 * HOUR)).toEqual([])
  expect(adCodes(storage, 4 * HOUR).adcd).toBe('x')

  const inside = fakeStorage()
  expect(open(inside, '', 0, false)).toEqual([])
  expect([adCodes(inside, 0).adcd, adVisit(inside, 0)]).toEqual(['lp', null])

  const affiliate = fakeStorage()
  keepAdCodes(affiliate, query('ad_user_id=u1'), 0)
  expect(open(affiliate, '', KEPT - 1)).toEqual([])
  expect(adCodes(affiliate, KEPT - 1)).toEqual({ adcd: null, abmtcd: null, ad_user_id: 'u1' })
})
