package struct TypeDeclaration {}
