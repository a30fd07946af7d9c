import type { ComponentProps, FormEvent } from 'react'
import { Icon } from '../ui/icon.tsx'

type SearchFormProps = Omit<ComponentProps<'input'>, 'onSubmit'> & { onSubmit?: (event: FormEvent) => void }

/** The field of the menu. Without code, the browser itself opens the list with the words. */
export const SearchForm = ({ onSubmit, ...field }: SearchFormProps) => (
  <form action="/sh/products" onSubmit={onSubmit} className="relative">
    <input
      type="search"
      name="keyword"
      aria-label="商品を探す"
      placeholder="商品を探す"
      autoComplete="off"
      maxLength={100}
      className="control pr-tap"
      {...field}
    />
    <button type="submit" aria-label="探す" className="absolute inset-y-0 right-0 grid w-tap place-items-center">
      <Icon name="search" />
    </button>
  </form>
)
