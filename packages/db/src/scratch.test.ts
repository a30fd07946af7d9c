import { expect, test } from 'vitest'
import { openScratch } from './scratch.ts'

test('what was put is found again, and groups come by rank and then by when they came', () => {
  const scratch = openScratch()
  const [map, set, groups] = [scratch.map<{ id: number }>(), scratch.set(), scratch.groups<string>()]
  map.set('あ', { id: 1 })
  map.set('あ', { id: 2 })
  set.add('い')
  set.add('い')
  expect([map.get('あ'), map.has('い'), set.has('い'), set.has('あ')]).toEqual([{ id: 2 }, false, true, false])
  for (const [key, row, rank] of [
    ['b', 'b1', 2],
    ['a', 'a1', 1],
    ['b', 'b2', 0],
    ['c', 'c1', 1],
  ] as const)
    groups.add(key, row, rank)
  expect(groups.count()).toBe(3)
  expect([...groups.parts(2)]).toEqual([
    [
      { key: 'a', rows: ['a1'] },
      { key: 'c', rows: ['c1'] },
    ],
    [{ key: 'b', rows: ['b1', 'b2'] }],
  ])
  groups.clear()
  expect([groups.count(), groups.has('a')]).toEqual([0, false])
  scratch.close()
})
