import type { List, ListFilter } from '@kushi/contract/admin/list'

/** The queries of a list: without conditions, by each sort, by each declared filter, and by typical searches. */
export function casesOf(list: List, texts: Record<string, string>, searches: string[]): [string, object][] {
  return [
    ['everything', {}],
    ...Object.keys(list.sorts).flatMap((sort): [string, object][] => [
      [`by ${sort}`, { sort }],
      [`by ${sort} downwards`, { sort: `-${sort}` }],
    ]),
    ...Object.entries(list.filters).flatMap(([name, filter]) => ofFilter(name, filter, texts)),
    ...searches.map((q): [string, object] => [`search ${q}`, { q }]),
  ]
}

const day = (before: number) => new Date(Date.now() - before * 86_400_000).toISOString().slice(0, 10)

function ofFilter(name: string, filter: ListFilter, texts: Record<string, string>): [string, object][] {
  switch (filter.kind) {
    case 'flag':
      return ['true', 'false'].map((value) => [`${name}=${value}`, { [name]: value }])
    case 'select':
      return (filter.options ? Object.keys(filter.options).slice(0, 8) : texts[name] ? [texts[name]] : []).map(
        (value) => [`${name}=${value}`, { [name]: [value] }],
      )
    case 'date':
      return [
        [`${name} of a day`, { [`${name}_from`]: day(100), [`${name}_to`]: day(100) }],
        [`${name} of a year`, { [`${name}_from`]: day(500), [`${name}_to`]: day(135) }],
      ]
    case 'number':
      return [[`${name} from 9,000`, { [`${name}_from`]: '9000' }]]
    case 'text':
      return texts[name] ? [[`${name}=${texts[name]}`, { [name]: texts[name] }]] : []
  }
}
