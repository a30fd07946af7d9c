import { expect, test } from 'vitest'
import { fakeStorage } from '../state/fake-storage.ts'
import { recentSearches, saveSearch } from './menu-search.tsx'

test('the last five searches, the newest first, each once; invalid data count as none', () => {
  const storage = fakeStorage()
  expect(recentSearches(storage)).toEqual([])
  for (const word of ['櫛', '油', '石けん', '櫛', '茶', '箱', '水']) saveSearch(word, storage)
  expect(recentSearches(storage)).toEqual(['水', '箱', '茶', '櫛', '石けん'])
  storage.setItem('kushi-searches', '{"a":1}')
  expect(recentSearches(storage)).toEqual([])
})
