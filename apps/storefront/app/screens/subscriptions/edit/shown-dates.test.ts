import { expect, test } from 'vitest'
import { emptyDraft } from '../../../state/purchase-draft.ts'
import { shownDates } from './shown-dates.ts'

const subscription = {
  next_delivery_date: '2028-02-05',
  next_next_delivery_date: '2028-03-05',
  change_deadline: '2028-01-26',
}
const days = {
  items: ['2028-02-01', '2028-02-05', '2028-02-20'],
  next_next_items: ['2028-02-15', '2028-03-05'],
  third_delivery_date: '2028-04-05',
}
const pattern = { ...emptyDraft.pattern, day: '5' }
const standing = { subscription, update: {}, pattern, days, preview: null }
const moved = { ...standing, update: { next_delivery_date: '2028-02-20' } }
const preview = {
  after: {
    next_delivery_date: '2028-02-20',
    next_next_delivery_date: '2028-06-20',
    change_deadline: '2028-02-10',
  } as never,
  days: { items: days.items, next_next_items: ['2028-03-01', '2028-05-30'], third_delivery_date: '2028-10-20' },
}

test('without changes no call is needed', () => {
  expect(shownDates(standing)).toEqual({
    next: '2028-02-05',
    deadline: '2028-01-26',
    nextNext: '2028-03-05',
    third: '2028-04-05',
    items: days.items,
    nextNextItems: days.next_next_items,
    isMoved: false,
  })
})

test('the dates after a changed date are unknown until the server responds', () => {
  expect(shownDates(moved)).toMatchObject({
    next: '2028-02-20',
    deadline: null,
    nextNext: null,
    third: null,
    nextNextItems: [],
  })
  expect(shownDates({ ...moved, preview })).toMatchObject({
    deadline: '2028-02-10',
    nextNext: '2028-06-20',
    third: '2028-10-20',
    // Beyond the selectable days, but computed by the pattern.
    nextNextItems: ['2028-03-01', '2028-05-30', '2028-06-20'],
    isMoved: true,
  })
})

test('a chosen 次々回 date is kept while the rest is loading', () => {
  const update = { ...moved.update, next_next_delivery_date: '2028-03-01' }
  expect(shownDates({ ...moved, update })).toMatchObject({ nextNext: '2028-03-01', third: null })
})

test('a past date is replaced by the first possible one', () => {
  const late = { ...subscription, next_delivery_date: '2028-01-05' }
  // Its deadline is over, so it is not shown for the other day.
  expect(shownDates({ ...standing, subscription: late })).toMatchObject({ next: '2028-02-01', deadline: null })
})

test('an incomplete pattern has no third delivery', () => {
  expect(shownDates({ ...standing, pattern: emptyDraft.pattern }).third).toBeNull()
})
