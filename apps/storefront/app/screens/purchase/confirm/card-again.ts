/** In the address of the confirmation: another card is to be typed. */
export const NEW_CARD_HASH = '#card'

/** To the first field of the card, once it is drawn. */
export const focusCardNumber = () =>
  setTimeout(() => {
    const field = document.querySelector<HTMLElement>('main [autocomplete="cc-number"]')
    field?.focus({ preventScroll: true })
    field?.scrollIntoView({ block: 'center' })
  }, 50)
