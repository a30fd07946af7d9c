import type { Suggestion } from '@kushi/contract/product'
import { type FormEvent, useEffect, useId, useRef, useState } from 'react'
import { Link, useNavigate } from 'react-router'
import { quietApi } from '../api.ts'
import { browserStorage, readJson, writeJson } from '../state/storage.ts'
import { useAnswer } from '../state/use-answer.ts'
import { SearchForm } from './search-form.tsx'

/** Delay after the last input before the suggestions are loaded. */
const DEBOUNCE_MS = 250
const SEARCHES = 'kushi-searches'
const MAX_RECENT_SEARCHES = 5

const listPath = (keyword: string) => `/products?keyword=${encodeURIComponent(keyword)}`

/** Products first, then categories and worries, then articles. `kind`: label after an entry that is not a product. */
function suggestionsOf({ products, worries, categories, articles }: Suggestion) {
  return [
    ...products.map((one) => ({ to: `/products/detail/${one.id}`, label: one.product_name, kind: '' })),
    ...worries.map((one) => ({ to: `/products?worry=${one.slug}`, label: one.worry_name, kind: '悩み' })),
    ...categories.map((one) => ({
      to: `/products?category=${one.slug}`,
      label: one.category_name,
      kind: 'カテゴリー',
    })),
    ...articles.map((one) => ({ to: `/journal/${one.slug}`, label: one.title, kind: '読みもの' })),
  ]
}

/**
 * 探す: suggests products, worries, categories and articles. Before any input, shows the last searches on this device.
 */
export function MenuSearch() {
  const id = useId()
  const navigate = useNavigate()
  const [typed, setTyped] = useState('')
  const [recent, setRecent] = useState<string[]>([])
  const field = useRef<HTMLInputElement>(null)
  // What was typed before this code was there, and what only this device knows.
  useEffect(() => {
    setTyped(field.current!.value)
    setRecent(recentSearches())
  }, [])
  const keyword = typed.trim().slice(0, 100)
  const { data } = useAnswer(
    keyword || null,
    (signal) => quietApi('GET /v1/product/suggestion', { query: { keyword } }, { signal }),
    { delay: DEBOUNCE_MS },
  )
  const found = keyword && data ? suggestionsOf(data) : []
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (!keyword) return
    saveSearch(keyword)
    void navigate(listPath(keyword))
  }
  return (
    <search className="grid gap-2">
      <SearchForm
        onSubmit={submit}
        aria-describedby={`${id}-found`}
        ref={field}
        onChange={({ currentTarget }) => setTyped(currentTarget.value)}
      />
      <p id={`${id}-found`} role="status" className="sr-only">
        {keyword && data ? `候補が${found.length}件あります` : ''}
      </p>
      {found.length > 0 && (
        <ul aria-label="候補" className="divide-y divide-line border-y border-line">
          {found.map(({ to, label, kind }) => (
            <li key={to}>
              <Link
                to={to}
                onClick={() => saveSearch(keyword)}
                className="flex min-h-tap items-center justify-between gap-4 py-2 hover:underline"
              >
                {label}
                {kind && <span className="shrink-0 text-xs text-muted">{kind}</span>}
              </Link>
            </li>
          ))}
        </ul>
      )}
      {!keyword && recent.length > 0 && (
        <p className="flex flex-wrap items-center gap-x-4 text-sm">
          <span className="text-xs text-muted">最近探した言葉</span>
          {recent.map((word) => (
            <Link key={word} to={listPath(word)} className="text-link inline-flex min-h-tap items-center">
              {word}
            </Link>
          ))}
        </p>
      )}
    </search>
  )
}

/** The last searches on this device, the newest first. */
export function recentSearches(storage = browserStorage()): string[] {
  const kept = readJson(storage, SEARCHES)
  return Array.isArray(kept) ? kept.filter((word) => typeof word === 'string').slice(0, MAX_RECENT_SEARCHES) : []
}

/** Stores a search. The same text is kept only once. */
export function saveSearch(word: string, storage = browserStorage()): void {
  writeJson(
    storage,
    SEARCHES,
    [word, ...recentSearches(storage).filter((one) => one !== word)].slice(0, MAX_RECENT_SEARCHES),
  )
}
