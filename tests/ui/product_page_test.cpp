// The page
