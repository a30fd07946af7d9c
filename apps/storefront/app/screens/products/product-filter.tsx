import type { Category, Worry } from '@kushi/contract/product'
import { useHref, useNavigate } from 'react-router'
import type { ListPlace } from '../../parts/list-place.ts'
import { Icon } from '../../ui/icon.tsx'
import { FilterChip, WorryChip } from './filter-chip.tsx'
import { type ProductsQuery, productsPath, readProductsQuery, sortChoices } from './products-query.ts'

interface ProductFilterProps {
  query: ProductsQuery
  categories: readonly Category[]
  worries: readonly Worry[]
  total: number
  place: ListPlace
}

const saleTypes = [
  { value: '', label: 'すべての買い方' },
  { value: '1', label: '一度だけ買えるもの' },
  { value: '2', label: '定期便で買えるもの' },
]

const select = 'min-h-tap min-w-0 appearance-none bg-transparent pr-6 text-sm'

/** Search, category, worry, sale type and order. It works without JavaScript, by a form and links. */
export function ProductFilter({ query, categories, worries, total, place }: ProductFilterProps) {
  const navigate = useNavigate()
  const first = { ...query, page: 1 }
  // Navigates to the canonical URL of the list. The form itself would add empty and default values.
  const show = (form: HTMLFormElement) => {
    const fields = new URLSearchParams([...new FormData(form)].map(([name, value]) => [name, String(value)]))
    void navigate(productsPath(readProductsQuery(fields), place), { preventScrollReset: true })
  }
  return (
    <search className="grid grid-cols-1 gap-4 pb-6">
      <nav aria-label="カテゴリー" className="-mx-4 overflow-x-auto px-4 [scrollbar-width:none]">
        <ul className="flex gap-6 border-b border-line md:gap-8">
          <FilterChip
            to={productsPath({ ...first, category: '', worry: '' }, place)}
            isCurrent={!query.category && !query.worry}
          >
            すべて
          </FilterChip>
          {categories.map(({ id, slug, category_name }) => (
            <FilterChip
              key={id}
              to={productsPath({ ...first, category: slug, worry: '' }, place)}
              isCurrent={query.category === slug}
            >
              {category_name}
            </FilterChip>
          ))}
        </ul>
      </nav>
      {worries.length > 0 && (
        <nav aria-label="悩みから探す" className="-mx-4 overflow-x-auto px-4 [scrollbar-width:none]">
          <ul className="flex items-center gap-2">
            <li aria-hidden="true" className="whitespace-nowrap pr-1 text-xs text-muted">
              悩みから
            </li>
            {worries.map(({ slug, worry_name }) => {
              const isCurrent = query.worry === slug
              return (
                <WorryChip
                  key={slug}
                  // A second click removes the filter.
                  to={productsPath({ ...first, category: '', worry: isCurrent ? '' : slug }, place)}
                  isCurrent={isCurrent}
                >
                  {worry_name}
                </WorryChip>
              )
            })}
          </ul>
        </nav>
      )}
      <form
        action={useHref(place.path)}
        key={productsPath(query, place)}
        onChange={(event) => {
          if (event.target instanceof HTMLSelectElement) show(event.currentTarget)
        }}
        onSubmit={(event) => {
          event.preventDefault()
          show(event.currentTarget)
        }}
        className="flex flex-wrap items-center justify-between gap-x-6 gap-y-2"
      >
        {Object.entries(place.keptParams).map(([name, value]) => (
          <input key={name} type="hidden" name={name} value={value} />
        ))}
        {query.category && <input type="hidden" name="category" value={query.category} />}
        {query.worry && <input type="hidden" name="worry" value={query.worry} />}
        <div className="relative w-full md:w-auto md:min-w-72">
          <input
            type="search"
            name="keyword"
            aria-label="商品を探す"
            placeholder="商品を探す"
            defaultValue={query.keyword}
            maxLength={100}
            className="control pr-tap"
          />
          <button type="submit" aria-label="探す" className="absolute inset-y-0 right-0 grid w-tap place-items-center">
            <Icon name="search" />
          </button>
        </div>
        <p aria-live="polite" className="numeric text-sm text-muted md:mr-auto">
          {total}点
        </p>
        <span className="flex min-w-0 flex-wrap items-center gap-4">
          {!place.isForSubscription && (
            <FilterSelect
              name="sale_type"
              label="買い方"
              value={query.sale_type}
              options={saleTypes}
              className={select}
            />
          )}
          <FilterSelect name="sort" label="並び順" value={query.sort} options={sortChoices} className={select} />
        </span>
        <noscript>
          <button type="submit" className="min-h-tap underline">
            絞り込む
          </button>
        </noscript>
      </form>
    </search>
  )
}

interface FilterSelectProps {
  name: string
  label: string
  value: string
  options: readonly { value: string; label: string }[]
  className: string
}

const FilterSelect = ({ name, label, value, options, className }: FilterSelectProps) => (
  <span className="relative inline-flex max-w-full items-center">
    <select name={name} aria-label={label} defaultValue={value} className={className}>
      {options.map((option) => (
        <option key={option.value} value={option.value}>
          {option.label}
        </option>
      ))}
    </select>
    <span className="pointer-events-none absolute right-0 text-muted">
      <Icon name="down" size={16} />
    </span>
  </span>
)
