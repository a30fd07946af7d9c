/** URL fragment of the confirmation: the customer must enter another card. */
export const NEW_CARD_HASH = '#card'

/** Focuses the first field of the card after it is rendered. */
export const focusCardNumber = () =>
  setTimeout(() => {
    const field = document.querySelector<HTMLElement>('main [autocomplete="cc-number"]')
    field?.focus({ preventScroll: true })
    field?.scrollIntoView({ block: 'center' })
  }, 50)
