interface Named {
  set_item_name1: string | null
  set_item_name2: string | null
}

/** 「無香料 / 30mL」, '' for a product without variants. */
export const variantName = ({ set_item_name1, set_item_name2 }: Named) =>
  [set_item_name1, set_item_name2].filter(Boolean).join(' / ')
