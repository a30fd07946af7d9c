/** What the oldest browsers that we serve (`../floor.ts`) lack, and what libraries or we use. Imported before anything else. */

// Safari 16, Chrome 109, Firefox 111.
if (!('size' in URLSearchParams.prototype))
  Object.defineProperty(URLSearchParams.prototype, 'size', {
    get(this: URLSearchParams) {
      return [...this.keys()].length
    },
  })
