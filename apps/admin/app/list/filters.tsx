import type { List, ListFilter } from '@kushi/contract/admin/list'
import { useState } from 'react'
import { useSearchParams } from 'react-router'
import { Button } from '../ui/button.tsx'
import { cx } from '../ui/cx.ts'
import { KEEPS_FORM } from '../ui/form.tsx'
import { Icon } from '../ui/icon.tsx'
import { withListChange } from './list-state.ts'

/** Values of select filters that the server supplies, by the filter's name. */
export type Options = Record<string, Readonly<Record<string, string>>>

/** The filters that are set, each with a button to remove it, and a panel with all filters. */
export function Filters({ list, options }: { list: List; options: Options }) {
  const [params, setParams] = useSearchParams()
  const [isOpen, setOpen] = useState(false)
  const change = (next: Record<string, string | string[] | null>) =>
    setParams(withListChange(params, next), { state: KEEPS_FORM })
  const set = chips(list, options, params)
  return (
    <>
      <div className="flex flex-wrap items-center gap-2">
        <Button aria-expanded={isOpen} onClick={() => setOpen(!isOpen)}>
          絞り込み{set.length > 0 && `(${set.length})`}
        </Button>
        {set.map(({ name, text }) => (
          <button
            key={name + text}
            type="button"
            className="tap inline-flex min-h-control items-center gap-1 rounded-base bg-sand px-2 text-xs"
            onClick={() => change(Object.fromEntries(namesOf(name, list.filters[name]!).map((one) => [one, null])))}
          >
            {text}
            <Icon name="close" className="size-3" />
            <span className="sr-only">を外す</span>
          </button>
        ))}
      </div>
      {isOpen && (
        <div className="grid w-full gap-x-6 gap-y-3 rounded-base border border-line bg-surface p-4 md:grid-cols-3">
          {Object.entries(list.filters).map(([name, filter]) => (
            <OneFilter key={name} name={name} filter={filter} params={params} change={change} options={options[name]} />
          ))}
        </div>
      )}
    </>
  )
}

const namesOf = (name: string, { kind }: ListFilter) =>
  kind === 'date' || kind === 'number' ? [`${name}_from`, `${name}_to`] : [name]

function chips(list: List, options: Options, params: URLSearchParams): { name: string; text: string }[] {
  return Object.entries(list.filters).flatMap(([name, filter]) => {
    const values = namesOf(name, filter).flatMap((one) => params.getAll(one))
    if (values.every((value) => value === '')) return []
    if (filter.kind === 'date' || filter.kind === 'number') {
      const [from, to] = namesOf(name, filter).map((one) => params.get(one) ?? '')
      const unit = filter.kind === 'number' ? filter.unit : ''
      return [{ name, text: `${filter.label}: ${from}${unit} 〜 ${to}${to && unit}` }]
    }
    if (filter.kind === 'flag') return [{ name, text: `${filter.label}: ${values[0] === 'true' ? 'はい' : 'いいえ'}` }]
    const labels = filter.kind === 'select' ? (filter.options ?? options[name] ?? {}) : {}
    return [{ name, text: `${filter.label}: ${values.map((value) => labels[value] ?? value).join('、')}` }]
  })
}

interface OneProps {
  name: string
  filter: ListFilter
  params: URLSearchParams
  change(next: Record<string, string | string[] | null>): void
  options: Readonly<Record<string, string>> | undefined
}

function OneFilter({ name, filter, params, change, options }: OneProps) {
  if (filter.kind === 'select') {
    const chosen = params.getAll(name)
    return (
      <fieldset>
        <legend className="mb-1 text-xs">{filter.label}</legend>
        <div className="flex max-h-40 flex-col gap-1 overflow-y-auto">
          {Object.entries(filter.options ?? options ?? {}).map(([value, label]) => (
            <label key={value} className="flex items-center gap-2">
              <input
                type="checkbox"
                className="size-4 accent-camellia"
                checked={chosen.includes(value)}
                onChange={(event) =>
                  change({
                    [name]: event.target.checked ? [...chosen, value] : chosen.filter((one) => one !== value),
                  })
                }
              />
              {label}
            </label>
          ))}
        </div>
      </fieldset>
    )
  }
  if (filter.kind === 'flag')
    return (
      <label className="text-xs">
        {filter.label}
        <select
          className="control mt-1"
          value={params.get(name) ?? ''}
          onChange={(event) => change({ [name]: event.target.value })}
        >
          <option value="">すべて</option>
          <option value="true">はい</option>
          <option value="false">いいえ</option>
        </select>
      </label>
    )
  if (filter.kind === 'text')
    return (
      <div className="text-xs">
        {filter.label}
        <TextFilter
          className="mt-1"
          label={filter.label}
          value={params.get(name) ?? ''}
          onDone={(value) => change({ [name]: value })}
        />
      </div>
    )
  const type = filter.kind === 'date' ? 'date' : 'number'
  return (
    <fieldset className="text-xs">
      <legend className="mb-1">
        {filter.label}
        {filter.kind === 'number' && `(${filter.unit})`}
      </legend>
      <div className="flex items-center gap-2">
        {(['from', 'to'] as const).map((bound) => (
          <TextFilter
            key={bound}
            type={type}
            label={`${filter.label}${bound === 'from' ? 'から' : 'まで'}`}
            value={params.get(`${name}_${bound}`) ?? ''}
            onDone={(value) => change({ [`${name}_${bound}`]: value })}
          />
        ))}
      </div>
    </fieldset>
  )
}

interface TextFilterProps {
  value: string
  onDone(value: string): void
  type?: string
  label: string
  className?: string
}

/** Takes effect on Enter or on blur, not on every keystroke. */
function TextFilter({ value, onDone, type = 'text', label, className }: TextFilterProps) {
  return (
    <input
      key={value}
      type={type}
      aria-label={label}
      defaultValue={value}
      className={cx('control', className)}
      onBlur={(event) => event.target.value !== value && onDone(event.target.value.trim())}
      onKeyDown={(event) => {
        if (event.key === 'Enter' && !event.nativeEvent.isComposing) onDone(event.currentTarget.value.trim())
      }}
    />
  )
}
